import { z } from 'zod';

/** Who takes money for us. */
export const providerName = z.enum(['adyen', 'trustpay', 'maxpay', 'paypal']);
export type ProviderName = z.output<typeof providerName>;
