import { createHmac } from 'node:crypto';
import type { DisputeChange, BankEvent } from '../bank.ts';
import type { ProcessorKeys } from '../keys.ts';
import type { Message } from '../webhooks.ts';
import { additionalData, refusals, schemeOf } from './payments.ts';

interface Item {
  eventCode: string;
  success: boolean;
  pspReference: string;
  originalReference?: string;
  merchantReference: string;
  value: number;
  reason?: string;
  more?: Record<string, string>;
}

const disputeCodes: Record<DisputeChange, string> = {
  announced: 'NOTIFICATION_OF_CHARGEBACK',
  lost: 'CHARGEBACK',
  reversed: 'CHARGEBACK_REVERSED',
  lost_again: 'SECOND_CHARGEBACK',
};

/** What Adyen sends, signed as Adyen does. */
export function adyenMessages(bankEvent: BankEvent, keys: ProcessorKeys): Message[] {
  return [bankEvent.kind === 'stored' ? tokenMessage(bankEvent, keys) : itemMessage(bankEvent, keys)];
}

function itemOf(bankEvent: Exclude<BankEvent, { kind: 'stored' }>): Item {
  const { charge, id } = bankEvent;
  const original = { originalReference: charge.id, merchantReference: charge.reference };
  switch (bankEvent.kind) {
    case 'charge': {
      const success = charge.state === 'captured';
      return {
        eventCode: 'AUTHORISATION',
        success,
        pspReference: charge.id,
        merchantReference: charge.reference,
        value: charge.amount,
        // Of a success it is the authorisation code.
        reason: success
          ? `${charge.id.slice(-6)}:${charge.instrument.lastFour}`
          : refusals[charge.why ?? 'generic'][1],
        more: additionalData(charge),
      };
    }
    case 'refund': {
      const { refund } = bankEvent;
      const { failedAt, state, amount } = refund;
      return {
        ...original,
        eventCode: failedAt === undefined ? 'REFUND' : 'REFUND_FAILED',
        success: failedAt !== undefined || state === 'done',
        pspReference: refund.id,
        merchantReference: refund.reference || charge.reference,
        value: amount,
        ...(state === 'failed' && { reason: 'Insufficient balance on payment' }),
      };
    }
    case 'cancel':
      return {
        ...original,
        eventCode: 'TECHNICAL_CANCEL',
        success: bankEvent.succeeded,
        pspReference: id,
        value: charge.amount,
        ...(!bankEvent.succeeded && { reason: 'Transaction has been captured' }),
      };
    case 'dispute':
      return {
        ...original,
        eventCode: disputeCodes[bankEvent.change],
        success: true,
        // Of the dispute: all that happens to it has the same.
        pspReference: charge.dispute?.id ?? id,
        value: bankEvent.amount,
        reason: 'Fraudulent transaction',
        more: { chargebackReasonCode: '10.4', chargebackSchemeCode: charge.instrument.network },
      };
  }
}

function itemMessage(
  bankEvent: Exclude<BankEvent, { kind: 'stored' }>,
  { adyen: { hmacKey } }: ProcessorKeys,
): Message {
  const { charge, at } = bankEvent;
  const item = itemOf(bankEvent);
  const { eventCode, pspReference, originalReference, merchantReference, value, reason = '', more } = item;
  const success = String(item.success);
  const signed = [
    pspReference,
    originalReference ?? '',
    charge.merchantAccount,
    merchantReference,
    value,
    charge.currency,
    eventCode,
    success,
  ].join(':');
  const body = {
    live: 'false',
    notificationItems: [
      {
        NotificationRequestItem: {
          additionalData: { ...more, hmacSignature: sign(hmacKey, signed) },
          amount: { currency: charge.currency, value },
          eventCode,
          eventDate: new Date(at).toISOString(),
          merchantAccountCode: charge.merchantAccount,
          merchantReference,
          ...(originalReference !== undefined && { originalReference }),
          paymentMethod: schemeOf(charge.instrument.network),
          pspReference,
          reason,
          success,
        },
      },
    ],
  };
  return { name: eventCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Of another make than the rest: one event, and its signature in a header over the whole body. */
function tokenMessage({ charge, at }: BankEvent, { adyen: { hmacKey } }: ProcessorKeys): Message {
  const type = 'recurring.token.created';
  const body = JSON.stringify({
    createdAt: new Date(at).toISOString(),
    environment: 'test',
    eventId: charge.id,
    data: {
      merchantAccount: charge.merchantAccount,
      operation: 'created',
      shopperReference: charge.customer,
      storedPaymentMethodId: charge.token,
      type: schemeOf(charge.instrument.network),
    },
    type,
  });
  const headers = {
    'content-type': 'application/json',
    hmacsignature: sign(hmacKey, body),
    protocol: 'HmacSHA256',
  };
  return { name: type, headers, body };
}

function sign(hexKey: string, text: string): string {
  return createHmac('sha256', Buffer.from(hexKey, 'hex')).update(text, 'utf8').digest('base64');
}
