import { createHmac } from 'node:crypto';
import type { BankEvent } from '../bank.ts';
import type { ProcessorKeys } from '../keys.ts';
import type { Decline } from '../scenarios.ts';
import type { Message } from '../webhooks.ts';

/** What TrustPay's result codes are for each way to say no. */
export const rejections: Record<Decline, [code: string, words: string]> = {
  insufficient_funds: ['800.100.155', 'transaction declined (amount exceeds credit)'],
  invalid_cvc: ['800.100.153', 'transaction declined (invalid CVV)'],
  expired_card: ['800.100.157', 'transaction declined (wrong expiry date)'],
  processing_error: ['900.100.100', 'unexpected communication error with connector/acquirer'],
  generic: ['800.100.152', 'transaction declined by authorization system'],
  lost_or_stolen: ['800.100.171', 'transaction declined (pick up card)'],
  card_declined: ['800.100.174', 'transaction declined (invalid transaction type)'],
  invalid_number: ['800.100.151', 'transaction declined (invalid card)'],
  authentication_required: [
    '300.100.100',
    'Transaction declined (additional customer authentication required)',
  ],
  check_failed: ['100.380.401', 'User Authentication Failed'],
  check_cancelled: ['100.396.101', 'Cancelled by user'],
  check_timed_out: ['100.390.107', 'Transaction rejected because cardholder authentication unavailable'],
  cancelled: ['100.396.101', 'Cancelled by user'],
};

interface Notice {
  direction: 'CRDT' | 'DBIT';
  status: 'Paid' | 'Rejected' | 'Refunded' | 'Chargebacked';
  reference: string;
  instanceId: string;
  paymentId: string;
  amount: number;
  reason?: readonly [code: string, words: string];
}

/** What TrustPay sends. Much that happens it does not tell. */
export function trustPayMessages(bankEvent: BankEvent, keys: ProcessorKeys): Message[] {
  const notice = noticeOf(bankEvent);
  if (!notice) return [];
  const { direction, status, reference, instanceId, paymentId, amount, reason } = notice;
  const content = {
    PaymentInformation: {
      CreditDebitIndicator: direction,
      References: {
        MerchantReference: reference,
        PaymentId: numberOf(paymentId),
        PaymentRequestId: instanceId,
      },
      Status: status,
      Amount: { Amount: amount / 100, Currency: bankEvent.charge.currency },
      ...(reason && {
        StatusReasonInformation: { Reason: { Code: reason[0], RejectReason: reason[1] } },
      }),
    },
  };
  const Signature = sign(keys.trustpay.signatureKey, content);
  return [
    {
      name: `${direction} ${status}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...content, Signature }),
    },
  ];
}

function noticeOf(bankEvent: BankEvent): Notice | undefined {
  const { charge } = bankEvent;
  const about = { reference: charge.reference, instanceId: charge.id, amount: charge.amount };
  switch (bankEvent.kind) {
    case 'charge': {
      const paid = charge.state === 'captured';
      return {
        ...about,
        direction: 'CRDT',
        status: paid ? 'Paid' : 'Rejected',
        paymentId: charge.id,
        ...(!paid && { reason: rejections[charge.why ?? 'generic'] }),
      };
    }
    case 'refund': {
      const { id, reference, amount, state } = bankEvent.refund;
      return {
        direction: 'DBIT',
        status: state === 'done' ? 'Refunded' : 'Rejected',
        reference,
        instanceId: id,
        paymentId: id,
        amount,
        ...(state === 'failed' && { reason: ['700.400.200', 'cannot refund'] as const }),
      };
    }
    case 'dispute':
      if (bankEvent.change !== 'lost' && bankEvent.change !== 'lost_again') return undefined;
      return {
        ...about,
        direction: 'DBIT',
        status: 'Chargebacked',
        paymentId: bankEvent.id,
        amount: bankEvent.amount,
      };
    case 'stored':
    case 'cancel':
      return undefined;
  }
}

function numberOf(id: string): string {
  return String(Number.parseInt(id.slice(-9), 36));
}

/** All values without their names, sorted, numbers with two digits after the point. */
function sign(key: string, content: object): string {
  const values: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
    else values.push(typeof value === 'number' ? value.toFixed(2) : String(value));
  };
  collect(content);
  return createHmac('sha256', key).update(values.sort().join('/')).digest('hex');
}
