import { hash } from 'node:crypto';
import type { Happening } from './bank.ts';
import type { ProcessorKeys } from './keys.ts';
import { describeCharge, describeRefund } from './maxpay.ts';
import type { Message } from './webhooks.ts';

/** What Maxpay calls back with, signed over every letter of it. */
export function maxpayMessages(happening: Happening, { maxpay: { privateKey } }: ProcessorKeys): Message[] {
  const content = contentOf(happening);
  if (!content) return [];
  const body = JSON.stringify({ ...content, timestamp: Math.floor(happening.at / 1_000) });
  const headers = { 'content-type': 'application/json', 'x-signature': hash('sha256', body + privateKey) };
  return [{ name: String(content['transaction_type']), headers, body }];
}

function contentOf(happening: Happening): Record<string, unknown> | undefined {
  const { charge } = happening;
  switch (happening.kind) {
    case 'charge':
      return describeCharge(charge);
    case 'refund':
      return describeRefund(charge, happening.refund);
    case 'dispute':
      if (happening.change === 'announced') return undefined;
      return {
        ...describeCharge(charge),
        transaction_type: happening.change === 'reversed' ? 'CHARGEBACK_REVERSAL' : 'CHARGEBACK',
        amount: happening.amount / 100,
      };
    case 'stored':
    case 'cancel':
      return undefined;
  }
}
