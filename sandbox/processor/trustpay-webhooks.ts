import { createHmac } from 'node:crypto';
import type { Happening } from './bank.ts';
import type { ProcessorKeys } from './keys.ts';
import { rejections } from './trustpay.ts';
import type { Message } from './webhooks.ts';

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
export function trustPayMessages(happening: Happening, keys: ProcessorKeys): Message[] {
  const notice = noticeOf(happening);
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
      Amount: { Amount: amount / 100, Currency: happening.charge.currency },
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

function noticeOf(happening: Happening): Notice | undefined {
  const { charge } = happening;
  const about = { reference: charge.reference, instanceId: charge.id, amount: charge.amount };
  switch (happening.kind) {
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
      const { id, reference, amount, state } = happening.refund;
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
      if (happening.change !== 'lost' && happening.change !== 'lost_again') return undefined;
      return {
        ...about,
        direction: 'DBIT',
        status: 'Chargebacked',
        paymentId: happening.id,
        amount: happening.amount,
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
