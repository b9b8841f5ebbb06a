import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { Failure, fail } from '../../../contract/kernel/errors.ts';
import type { validateMerchant as endpoint } from '../../../contract/billing/orders.ts';
import type { MemberContext } from '../../app.ts';

/** Opens a session with Apple. The page names the address, and whoever asks there sees to it that it is Apple's. */
export async function validateMerchant(
  { brand, origin, providers, log }: MemberContext,
  { validationURL }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { wallet } = brand.settings;
  if (!wallet) fail('request.not_found');
  const session = await providers
    .validateAppleMerchant({
      validationUrl: validationURL,
      merchantId: wallet.merchantId,
      merchantName: wallet.merchantName,
      domain: new URL(origin).hostname,
    })
    .catch((error: unknown) => {
      if (error instanceof Failure) throw error;
      log.warn({ err: error }, 'Apple opened no session');
      return undefined;
    });
  return session ?? fail('payment.unavailable');
}
