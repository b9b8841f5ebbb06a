import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import type {
  CheckReply,
  ProviderName,
  checkTrustPayPayment as endpoint,
} from '../../../contract/billing/providers.ts';
import type { MemberContext } from '../../app.ts';
import { describeCharge } from './describe-charge.ts';
import { finishPayment } from './finish-payment.ts';
import { requireUsed } from './pay-rules.ts';

type Input = InputOf<typeof endpoint>;

/** What became of a payment whose provider has sent the member back. A payment that is not his is none at all. */
export function checkReturn(provider: ProviderName) {
  return async (context: MemberContext, { reference }: Input): Promise<CheckReply> => {
    const status = await finishPayment(context, provider, reference);
    if (!status) {
      // Only now: who changed providers while somebody was at his bank still hears what became of that payment.
      requireUsed(context.brand, provider);
      return {};
    }
    const { outcome, orderId } = describeCharge(status);
    return { result: outcome === 'success', outcome, orderId };
  };
}
