import { z } from 'zod';

/** What Adyen answers and sends, as far as we read it. */

export const amount = z.object({ value: z.int().min(0), currency: z.string().length(3) });
const text = (length: number) => z.string().max(length);
/** The values are mostly texts; whatever is none of them is nothing to us. */
export const additionalData = z.record(text(200), z.unknown());
export type AdditionalData = z.output<typeof additionalData>;

export const redirectAction = z.object({
  type: z.literal('redirect'),
  url: z.url({ protocol: /^https?$/ }).max(4_000),
  method: z.enum(['GET', 'POST']).default('GET'),
  data: z.record(text(200), text(20_000)).optional(),
});

/** Of /payments and of /payments/details. */
export const paymentAnswer = z.object({
  resultCode: text(60),
  pspReference: text(80).min(1).optional(),
  merchantReference: text(80).optional(),
  refusalReason: text(500).optional(),
  refusalReasonCode: text(20).optional(),
  amount: amount.optional(),
  paymentMethod: z.object({ brand: text(60).optional(), type: text(60).optional() }).optional(),
  additionalData: additionalData.optional(),
  action: z.unknown().optional(),
});
export type PaymentAnswer = z.output<typeof paymentAnswer>;

export const errorAnswer = z.object({ errorCode: text(40).optional() });

export const modificationAnswer = z.object({ pspReference: text(80).min(1), status: z.literal('received') });

export const notificationItem = z.object({
  eventCode: text(100),
  success: z.union([z.enum(['true', 'false']), z.boolean().transform(String)]),
  pspReference: text(200),
  originalReference: text(200).optional(),
  merchantAccountCode: text(200).optional(),
  merchantReference: text(200).optional(),
  amount: z.object({ value: z.int(), currency: text(3) }).optional(),
  reason: text(2_000).optional(),
  paymentMethod: text(60).optional(),
  additionalData: additionalData.optional(),
});
export type NotificationItem = z.output<typeof notificationItem>;

export const notification = z.object({
  notificationItems: z
    .array(z.object({ NotificationRequestItem: notificationItem }))
    .min(1)
    .max(500),
});

export const tokenNotice = z.object({
  type: z.string().startsWith('recurring.token.').max(100),
  eventId: text(80).min(1),
  data: z.object({
    storedPaymentMethodId: text(500).min(1),
    shopperReference: text(100),
    type: text(60).optional(),
  }),
});
