import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type ChargeDetails,
  type ChargeReply,
  type ProviderStep,
  readOrder,
} from '#contract/billing/charges.ts';
import { cancelOrder } from '#contract/billing/orders.ts';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import type { PaymentMethodKind } from '#contract/billing/providers.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { call } from '#site/shell/api.ts';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { measure } from '#site/shell/tracking/measure.ts';
import { reportPixel } from '#site/shell/tracking/report-pixel.ts';
import { useUnderWay } from '#site/shell/under-way.ts';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { refreshMember } from '../billing-data.ts';
import { refreshSpending } from '../spending/spending-data.ts';
import { type Handover, clearHandover, peekHandover, storeOpenOrder, takeOpenOrder } from './open-order.ts';
import { useReportOutcome } from './outcome.ts';
import {
  type Begins,
  type BegunOrder,
  type HostedOrder,
  type Payment,
  type Send,
  isDecided,
  learn,
  pause,
  payOrder,
} from './pay-order.ts';
import type { Purpose } from './purchase.ts';
import { forgetTypedCard } from './typed-card.ts';

/** A payment for the same thing whose end is unknown: left at the bank, or begun elsewhere. */
export interface Undecided {
  orderId: string;
  why: 'left' | 'elsewhere';
  /** When the provider is asked about it again, where that is known. */
  nextCheckAt?: number;
}

/** Where a payment is on its way. */
export type Stage =
  | {
      at: 'form';
      open: Undecided | null;
      /** Why the last try was refused, here or on the page that led here. */
      refused: PaymentOutcome | null;
    }
  | { at: 'paying' }
  /** The answer was lost; it is being looked for. */
  | { at: 'checking' }
  /** It is the bank's turn, or that of a method with pages of its own. */
  | { at: 'bank'; step: ProviderStep; orderId: string; whose: 'bank' | PaymentMethodKind }
  /** Paid by what was on file; the popup says so. */
  | { at: 'paid' };

interface Charging {
  purpose: Purpose;
  /** Takes what cannot be gone on with here: the bank's questions, and a refusal. Without it both are this page's. */
  onLeave?: (what: Handover) => void;
  /** What is paid, where its order began before. */
  begun?: BegunOrder | undefined;
}

/** Pays, and sees it through: the answer that got lost, the bank's own questions, the outcome. */
export function useCharge({ purpose, onLeave, begun: order }: Charging) {
  const { choice, grants, address } = purpose;
  const { trackerId } = useMember();
  const navigate = useNavigate();
  const reportOutcome = useReportOutcome();
  const { refusal, attempt } = useAttempt();
  const [stage, setStage] = useState<Stage>(() => firstStage(peekHandover()));
  const left = useLeft();
  useUnderWay(stage.at === 'paying' || stage.at === 'checking');
  const heldBack = useRef(false);

  /** A spending limit of the member refused it before any bank was asked. How it stands now is asked for again. */
  const noteHeldBack = (error: unknown) => {
    heldBack.current = error instanceof Failure && error.code.startsWith('spending.');
    if (heldBack.current) void refreshSpending();
  };

  /** Nothing was paid, and the form is there again. */
  const backToForm = useCallback(
    (open: Undecided | null = null, refused: PaymentOutcome | null = null) =>
      setStage({ at: 'form', open, refused }),
    [],
  );

  /** Paid: what was kept in mind is forgotten, and the server is asked what it brought. */
  const succeed = useCallback(
    async (orderId: string, onFile: boolean) => {
      // The purchase that an age check was made for is paid next, and the card need not be typed again.
      if (grants !== 'verification') forgetTypedCard();
      takeOpenOrder();
      if (!onFile) {
        await navigate(paths.paid, { replace: true, state: { paid: true, orderId, grants } });
        void refreshMember();
        return;
      }
      setStage({ at: 'paid' });
      reportOutcome('success', address);
      void refreshMember();
    },
    [address, grants, navigate, reportOutcome],
  );

  const settle = useCallback(
    async ({ status, outcome, step, orderId }: ChargeReply, onFile = false) => {
      if (step) {
        storeOpenOrder({ orderId, grants, address });
        if (onLeave) return onLeave({ step, orderId });
        setStage({ at: 'bank', step, orderId, whose: 'bank' });
        return;
      }
      if (status === 'ok') return succeed(orderId, onFile || onLeave !== undefined);
      takeOpenOrder();
      if (left.current || status === 'pending') {
        backToForm();
        return reportOutcome(outcome, address);
      }
      if (onLeave) return onLeave({ refused: outcome });
      backToForm(null, outcome);
    },
    [address, backToForm, grants, left, onLeave, succeed, reportOutcome],
  );

  /** The payer was asked by their bank and never came back to say how it went: the order itself tells. */
  const look = useCallback(
    (orderId: string) =>
      call(readOrder, { trackerId, orderId })
        .catch(() => undefined)
        .then((known) => {
          if (left.current) return undefined;
          if (known && known.step === null && known.status !== 'pending') return settle(known);
          return backToForm({ orderId, why: 'left' });
        }),
    [trackerId, settle, backToForm, left],
  );

  /** Goes on with a payment that is undecided: at the bank where that waits for the payer, else by waiting for its answer. */
  const resume = async (open: Undecided) => {
    const { orderId } = open;
    setStage({ at: 'checking' });
    const resumed = await attempt(async () => {
      const known = await call(readOrder, { trackerId, orderId });
      const decided = isDecided(known) ? known : await learn({ trackerId, orderId }, { call, pause });
      if (!left.current) await (isDecided(decided) ? settle(decided) : backToForm(open));
    });
    if (!resumed) backToForm(open);
  };

  /** Ends it. Should it be paid all the same, the server gives the money back. */
  const callOff = async (open: Undecided) => {
    const done = await attempt(() => call(cancelOrder, { trackerId, orderId: open.orderId }).then(() => {}));
    backToForm(done ? null : open);
  };

  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    measure('checkout_seen', { detail: grants });
    reportPixel('checkout');
    const isHanded = peekHandover() !== undefined;
    clearHandover();
    if (isHanded) return;
    // The payer may have come back from their bank by the back button.
    const open = takeOpenOrder();
    if (open) void look(open.orderId);
  }, [look, grants]);

  /** Says whether it was paid, for a wallet that waits to hear it. */
  async function pay(send: Send | Begins, details: ChargeDetails, { onFile = false } = {}): Promise<boolean> {
    if (stage.at !== 'form') return false;
    setStage({ at: 'paying' });
    heldBack.current = false;
    reportPixel('attempt');
    let paid = false;
    let open: Undecided | null = null;
    const done = await attempt(async () => {
      const charged = payOrder(
        { trackerId, choice, begun: order, send, details },
        { call, pause, onDoubt: () => setStage({ at: 'checking' }) },
      );
      const reply = await charged.catch((error: unknown) => {
        noteHeldBack(error);
        open = undecidedOf(error);
        if (!open) throw error;
      });
      if (reply === null) backToForm();
      if (!reply) return;
      paid = reply.status === 'ok';
      // A payer who has gone on to another page is notified there, but is not taken to their bank.
      if (!left.current || reply.step === null) await settle(reply, left.current || onFile);
      else storeOpenOrder({ orderId: reply.orderId, grants, address });
    });
    if (!done || open) backToForm(open);
    return paid;
  }

  /** Has an order made where the method has pages of its own, and goes there. */
  async function payElsewhere(
    open: OpenHosted,
    method: PaymentMethodKind,
    details: ChargeDetails,
  ): Promise<void> {
    if (stage.at !== 'form') return;
    setStage({ at: 'paying' });
    reportPixel('attempt');
    let undecided: Undecided | null = null;
    const done = await attempt(async () => {
      const made = await open({ trackerId, choice }, details).catch((error: unknown) => {
        noteHeldBack(error);
        undecided = undecidedOf(error);
        if (!undecided) throw error;
      });
      if (!made) return;
      if (made.approveAt === null) {
        backToForm(null, made.outcome);
        return;
      }
      storeOpenOrder({ orderId: made.orderId, grants, address });
      const step: ProviderStep = { type: 'redirect', url: made.approveAt, method: 'GET', fields: {} };
      setStage({ at: 'bank', step, orderId: made.orderId, whose: method });
    });
    if (!done || undecided) backToForm(undecided);
  }

  return {
    stage,
    refusal,
    pay,
    payElsewhere,
    settle,
    look,
    resume,
    callOff,
    wasHeldBack: () => heldBack.current,
  };
}

/** How a method has an order made on its own pages. */
type OpenHosted = (
  order: Pick<Payment, 'trackerId' | 'choice'>,
  details: ChargeDetails,
) => Promise<HostedOrder>;

export type Charge = ReturnType<typeof useCharge>;

function firstStage(handed: Handover | undefined): Stage {
  if (handed && 'step' in handed) return { at: 'bank', whose: 'bank', ...handed };
  return { at: 'form', open: null, refused: handed?.refused ?? null };
}

/** The payment that stands in the way of another, where one does. */
function undecidedOf(error: unknown): Undecided | null {
  if (!(error instanceof Failure) || error.code !== 'payment.undecided') return null;
  return { ...(error as Failure<'payment.undecided'>).details, why: 'elsewhere' };
}

/** Whether the page was left meanwhile, whose outcome then waits until it is asked for. */
function useLeft() {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return left;
}
