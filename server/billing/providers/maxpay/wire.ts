import { z } from 'zod';

/** What Maxpay answers and sends, as far as we read it. Fields that mean nothing may be missing, null or empty. */

const text = (length: number) =>
  z
    .union([z.string().max(length), z.number().transform(String)])
    .nullish()
    .transform((value) => value || undefined);

export const transaction = z.object({
  status: z.string().max(20).toLowerCase(),
  code: z.coerce.number().int(),
  message: text(500),
  reference: text(100),
  token: text(500),
  transaction_unique_id: text(100),
  transaction_type: text(40),
  acs_url: text(4_000),
  pareq: text(20_000),
  amount: text(20),
  currency: text(3),
});
export type Transaction = z.output<typeof transaction>;
