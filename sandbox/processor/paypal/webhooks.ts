import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { DisputeChange, BankEvent } from '../bank.ts';
import { json } from '../http.ts';
import type { Reply } from '../http.ts';
import type { ProcessorKeys } from '../keys.ts';
import type { Charge } from '../ledger.ts';
import { textOf } from '../stand-in.ts';
import type { Message } from '../webhooks.ts';
import { randomText } from '../wire-values.ts';
import { amountOf, describeCapture, describeRefund } from './orders.ts';

/** What PayPal sends. Whether it was PayPal, only PayPal can say. */
export function payPalMessages(bankEvent: BankEvent, keys: ProcessorKeys, origin: string): Message[] {
  return resourcesOf(origin, bankEvent).map(([type, resource]) =>
    payPalMessage(type, resource, bankEvent.at, keys),
  );
}

function resourcesOf(origin: string, bankEvent: BankEvent): [type: string, resource: object][] {
  const { charge } = bankEvent;
  switch (bankEvent.kind) {
    case 'charge': {
      const end = charge.state === 'captured' ? 'COMPLETED' : 'DECLINED';
      return [[`PAYMENT.CAPTURE.${end}`, describeCapture(charge)]];
    }
    case 'stored':
      return [
        [
          'VAULT.PAYMENT-TOKEN.CREATED',
          {
            id: charge.token,
            customer: { id: charge.customer, merchant_customer_id: charge.customer },
            metadata: { order_id: charge.kind },
          },
        ],
      ];
    case 'refund': {
      const type = bankEvent.refund.state === 'done' ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.REFUND.FAILED';
      return [[type, describeRefund(origin, charge, bankEvent.refund)]];
    }
    case 'dispute':
      return disputeResources(origin, charge, bankEvent.change, bankEvent.amount);
    case 'cancel':
      return [];
  }
}

function disputeResources(
  origin: string,
  charge: Charge,
  change: DisputeChange,
  amount: number,
): [string, object][] {
  const dispute = {
    dispute_id: `PP-D-${charge.id}`,
    dispute_amount: amountOf(amount, charge.currency),
    disputed_transactions: [
      { seller_transaction_id: charge.id, custom: charge.reference, invoice_number: charge.reference },
    ],
  };
  if (change === 'announced') return [['CUSTOMER.DISPUTE.CREATED', { ...dispute, status: 'OPEN' }]];
  const won = change === 'reversed';
  const outcome = won ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR';
  const resolved = { ...dispute, status: 'RESOLVED', dispute_outcome: { outcome_code: outcome } };
  if (won) return [['CUSTOMER.DISPUTE.RESOLVED', resolved]];
  const reversal = {
    id: `${charge.id}CB`,
    status: 'COMPLETED',
    amount: amountOf(amount, charge.currency),
    custom_id: charge.reference,
    invoice_id: charge.reference,
    links: [{ href: `${origin}/paypal/v2/payments/captures/${charge.id}`, rel: 'up', method: 'GET' }],
  };
  return [
    ['PAYMENT.CAPTURE.REVERSED', reversal],
    ['CUSTOMER.DISPUTE.RESOLVED', resolved],
  ];
}

export function payPalMessage(type: string, resource: object, at: number, keys: ProcessorKeys): Message {
  const body = JSON.stringify({
    id: `WH-${randomText(17)}-${randomText(17)}`,
    event_version: '1.0',
    create_time: new Date(at).toISOString(),
    event_type: type,
    resource,
  });
  const id = `${randomText(8)}-${randomText(12)}`.toLowerCase();
  const time = new Date(at).toISOString();
  return {
    name: type,
    headers: {
      'content-type': 'application/json',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-sandbox',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': sign(keys, id, time, body),
    },
    body,
  };
}

/** As theirs, over the names of the sending and a checksum of the body; only the key is of another kind. */
function sign(
  { paypal: { secret, webhookId } }: ProcessorKeys,
  id: string,
  time: string,
  body: string,
): string {
  return createHmac('sha256', secret)
    .update(`${id}|${time}|${webhookId}|${crc32(body)}`)
    .digest('base64');
}

/** `/v1/notifications/verify-webhook-signature` */
export function verifySignature(proof: Record<string, unknown>, keys: ProcessorKeys): Reply {
  const id = textOf(proof['transmission_id']);
  const time = textOf(proof['transmission_time']);
  const signature = textOf(proof['transmission_sig']);
  const event = proof['webhook_event'];
  const genuine =
    id !== undefined &&
    time !== undefined &&
    proof['webhook_id'] === keys.paypal.webhookId &&
    proof['auth_algo'] === 'SHA256withRSA' &&
    signature === sign(keys, id, time, JSON.stringify(event));
  return json(200, { verification_status: genuine ? 'SUCCESS' : 'FAILURE' });
}
