import {
  type ChargeDetails,
  type ChargeReply,
  type SealedCard,
  chargeByApplePay,
  chargeByGooglePay,
  readOrder,
  tryCharge,
} from '../../../../../contract/billing/charges.ts';
import { createToken } from '../../../../../contract/billing/orders.ts';
import { Failure } from '../../../../../contract/kernel/errors.ts';
import { type Call, OfflineError } from '../../../../../packages/client/call.ts';

/** What is wanted: a plan, what a renewal still owes, or another card. */
export interface Wish {
  productId?: string;
  renewalId?: string;
  newCardOnly?: boolean;
}

/** By what is paid. */
export type PaymentMethod =
  | { type: 'card'; card: Omit<SealedCard, 'token'> }
  | { type: 'on_file' }
  | { type: 'googlepay' | 'applepay'; response: Record<string, unknown> };

export interface Payment {
  trackerId: string;
  wish: Wish;
  paymentMethod: PaymentMethod;
  details: ChargeDetails;
}

/** What paying takes from the page it is done on. */
export interface Dependencies {
  call: Call;
  /** Waits so long, or until the network is back. */
  pause: (milliseconds: number) => Promise<void>;
  /** Hears of the order once there is one. */
  onOrder?: (orderId: string) => void;
  /** Hears that the answer was lost, and that it is being looked for. */
  onDoubt?: () => void;
}

/** A bank takes its time, and an answer is worth more than a second question. */
const CHARGE_PATIENCE_MS = 60_000;
/** Then the person is told that it goes on without him. */
const ASKED_AFTER_MS = [1, 2, 3, 5, 8, 10, 15, 20, 20, 20, 20].map((seconds) => seconds * 1_000);

/** Pays, and comes back with how it stands. Throws only where certainly nothing was taken. */
export async function payOrder(payment: Payment, page: Dependencies): Promise<ChargeReply> {
  const { trackerId, wish } = payment;
  const { token, order } = await page.call(createToken, { trackerId, ...wish });
  page.onOrder?.(order.id);
  const send = () => sendCharge(payment, token, page.call);
  try {
    return await send();
  } catch (error) {
    if (!isDoubtful(error)) throw error;
  }
  page.onDoubt?.();
  return learn({ trackerId, orderId: order.id }, page, send);
}

type OrderName = { trackerId: string; orderId: string };

/**
 * Asks how an order stands until it is decided, or for as long as there is patience. What never arrived is sent once
 * more: its token serves a single time, so that this cannot charge twice.
 */
export async function learn(
  { trackerId, orderId }: OrderName,
  { call, pause }: Pick<Dependencies, 'call' | 'pause'>,
  send?: () => Promise<ChargeReply>,
): Promise<ChargeReply> {
  let known: ChargeReply | undefined;
  for (const wait of ASKED_AFTER_MS) {
    await pause(wait);
    try {
      known = await call(readOrder, { trackerId, orderId });
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

/** Nobody knows whether the server did what it was asked for. */
function isDoubtful(error: unknown): boolean {
  if (error instanceof OfflineError) return true;
  if (!(error instanceof Failure)) return false;
  const { code } = error as Failure;
  return code === 'order.used' || code === 'server.fault' || code === 'server.unavailable';
}

function sendCharge(
  { trackerId, paymentMethod, details }: Payment,
  token: string,
  call: Call,
): Promise<ChargeReply> {
  const patience = { patience: CHARGE_PATIENCE_MS };
  switch (paymentMethod.type) {
    case 'card':
      return call(
        tryCharge,
        { trackerId, ...details, newCard: true, card: { token, ...paymentMethod.card } },
        patience,
      );
    case 'on_file':
      return call(tryCharge, { trackerId, ...details, cardOnFile: true, card: { token } }, patience);
    case 'googlepay':
    case 'applepay': {
      const endpoint = paymentMethod.type === 'googlepay' ? chargeByGooglePay : chargeByApplePay;
      const wallet = { token, response: paymentMethod.response };
      return call(endpoint, { request: { trackerId, ...details }, wallet }, patience);
    }
  }
}
