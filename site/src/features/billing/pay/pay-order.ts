import { type Call, OfflineError } from '#client/call.ts';
import {
  type ChargeDetails,
  type ChargeReply,
  type SealedCard,
  importUpsell,
  readOrder,
  type readPayRules,
  tryCharge,
} from '#contract/billing/charges.ts';
import { createToken } from '#contract/billing/orders.ts';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { Failure } from '#contract/kernel/errors.ts';

/** What is wanted: a plan, what a renewal still owes, or another card. */
export interface OrderChoice {
  productId?: string;
  renewalId?: string;
  newCardOnly?: boolean;
}

/** By whom each method is taken here, and what a wallet has to know. */
export type PayRules = ReplyOf<typeof readPayRules>;

/** An order that has its token, which serves a single time. */
interface ReadyOrder {
  trackerId: string;
  token: string;
  details: ChargeDetails;
}

/** Sends a charge, each method in its own way. */
export type Send = (order: ReadyOrder, call: Call) => Promise<ChargeReply>;

/** An order that a method takes on its own pages, and where these are; null where it was refused at once. */
export interface HostedOrder {
  orderId: string;
  approveAt: string | null;
  outcome: PaymentOutcome;
}

/** How a payment stands whose member has come back. `unfinished`: without having done what they went for. */
export type Checked = Pick<ChargeReply, 'orderId' | 'outcome'> | 'unfinished';

export interface Payment {
  trackerId: string;
  choice: OrderChoice;
  /** Where the order began before the button was pressed. Without it, pressing makes one. */
  begun?: BegunOrder | undefined;
  send: Send | Begins;
  details: ChargeDetails;
}

/** A method that makes its own order, and then says how that is paid. Null where the person closed what it asked. */
export interface Begins {
  begin: (
    order: Pick<Payment, 'trackerId' | 'details'>,
    call: Call,
  ) => Promise<{ orderId: string; send: () => Promise<ChargeReply> } | null>;
}

/** An order that waits to be paid. */
export interface BegunOrder {
  orderId: string;
  token: string;
}

/** What paying takes from the page it is done on. */
interface Dependencies {
  call: Call;
  /** Waits so long, or until the network is back. */
  pause: (milliseconds: number) => Promise<void>;
  /** Hears of the order once there is one. */
  onOrder?: (orderId: string) => void;
  /** Hears that the answer was lost, and that it is being looked for. */
  onDoubt?: () => void;
}

/** A bank takes its time, and an answer is worth more than a second question. */
export const CHARGE_PATIENCE = { patience: 60_000 } as const;
/** Then the page says that the payment goes on in the background. */
const ASKED_AFTER_MS = [1, 2, 3, 5, 8, 10, 15, 20, 20, 20, 20].map((seconds) => seconds * 1_000);

/** Pays, and comes back with how it stands; null where it was called off. Throws only where certainly nothing was taken. */
export async function payOrder(payment: Payment, page: Dependencies): Promise<ChargeReply | null> {
  const { trackerId } = payment;
  const begun = await beginPayment(payment, page.call);
  if (!begun) return null;
  const { orderId, send } = begun;
  page.onOrder?.(orderId);
  try {
    return await send();
  } catch (error) {
    if (!isDoubtful(error)) throw error;
  }
  page.onDoubt?.();
  return learn({ trackerId, orderId }, page, send);
}

async function beginPayment(payment: Payment, call: Call): ReturnType<Begins['begin']> {
  const { trackerId, send, details } = payment;
  if ('begin' in send) return send.begin({ trackerId, details }, call);
  const { orderId, token } = payment.begun ?? (await beginOrder(payment, call));
  return { orderId, send: () => send({ trackerId, token, details }, call) };
}

async function beginOrder({ trackerId, choice }: Payment, call: Call): Promise<BegunOrder> {
  const { token, order } = await call(createToken, { trackerId, ...choice });
  return { token, orderId: order.id };
}

type OrderName = { trackerId: string; orderId: string };

/**
 * Asks how an order stands until it is decided, or for as long as there is patience. What never arrived is sent once
 * more: its token serves a single time, so that this cannot charge twice.
 */
export async function learn(
  { trackerId, orderId }: OrderName,
  page: Pick<Dependencies, 'call' | 'pause'>,
  send?: () => Promise<ChargeReply>,
): Promise<ChargeReply> {
  let known: ChargeReply | undefined;
  for (const wait of ASKED_AFTER_MS) {
    await page.pause(wait);
    try {
      known = await page.call(readOrder, { trackerId, orderId });
      if (isDecided(known)) return known;
      if (known.provider === null && send) return await send();
    } catch (error) {
      if (!isDoubtful(error)) throw error;
    }
  }
  const nothing = { step: null, provider: null, data: { customerId: '' } };
  return { ...nothing, ...known, orderId, status: 'pending', outcome: 'pending' };
}

/** It has ended, or it is the bank's turn. */
export function isDecided({ status, step }: Pick<ChargeReply, 'status' | 'step'>): boolean {
  return status !== 'pending' || step !== null;
}

/** Whether it is unknown if the server did what it was asked for. */
function isDoubtful(error: unknown): boolean {
  if (error instanceof OfflineError) return true;
  if (!(error instanceof Failure)) return false;
  const { code } = error as Failure;
  return code === 'order.used' || code === 'server.fault' || code === 'server.unavailable';
}

/** By a card that was typed. */
export function sendCard(card: Omit<SealedCard, 'token'>): Send {
  return ({ trackerId, token, details }, call) =>
    call(tryCharge, { trackerId, ...details, newCard: true, card: { token, ...card } }, CHARGE_PATIENCE);
}

/** By what is kept. */
export const sendOnFile: Send = ({ trackerId, token, details }, call) =>
  call(tryCharge, { trackerId, ...details, cardOnFile: true, card: { token } }, CHARGE_PATIENCE);

/** By what is kept, an offer after a purchase: it is added to the paid order. */
export function sendAdded(paidId: string, productId: string): Send {
  return ({ trackerId, details }, call) =>
    call(importUpsell, { trackerId, ...details, orderId: paidId, productId }, CHARGE_PATIENCE);
}

/** Waits so long, or until the network is back; without a network it waits for that alone. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onOnline = () => end(resolve);
    const onAbort = () => end(() => reject(signal?.reason as Error));
    if (signal?.aborted) return onAbort();
    if (navigator.onLine) timer = setTimeout(() => end(resolve), milliseconds);
    window.addEventListener('online', onOnline);
    signal?.addEventListener('abort', onAbort);
  });
}
