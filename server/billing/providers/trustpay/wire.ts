import { z } from 'zod';

/** What TrustPay answers and sends, as far as we read it. */

const text = (length: number) => z.string().max(length);
const maybe = (length: number) => text(length).nullish();
const amount = z.union([z.number(), text(20)]);

/** Of a purchase, of a refund and of GET api/v1/instance. */
export const instanceAnswer = z.object({
  instanceId: text(100).min(1),
  paymentStatus: maybe(40),
  redirectUrl: z
    .url({ protocol: /^https?$/ })
    .max(4_000)
    .nullish(),
  redirectParams: z.record(text(200), text(20_000).nullable()).nullish(),
  errors: z.array(z.unknown()).max(100).nullish(),
  /** Not documented; where they stand, they are worth more than what we remember. */
  reference: maybe(200),
  amount: amount.nullish(),
});
export type InstanceAnswer = z.output<typeof instanceAnswer>;

export const intentAnswer = z.object({
  instanceId: text(100).min(1),
  secrets: z.object({ display: text(500), payment: text(500) }),
});

export const notification = z.object({
  PaymentInformation: z.object({
    CreditDebitIndicator: text(20),
    References: z.object({
      MerchantReference: maybe(80),
      PaymentId: maybe(80),
      PaymentRequestId: maybe(80),
    }),
    Status: text(40),
    Amount: z.object({ Amount: amount, Currency: text(3) }),
    StatusReasonInformation: z
      .object({ Reason: z.object({ Code: maybe(40), RejectReason: maybe(1_000) }).nullish() })
      .nullish(),
  }),
  Signature: text(200),
});
export type Notification = z.output<typeof notification>;
