import type { Call } from '#client/call.ts';
import { paymentChecks } from '#contract/billing/payment-checks.ts';
import { providers } from '#contract/billing/providers.ts';
import { codeOf } from '#site/shell/explain.ts';
import { methods } from './methods.tsx';
import { type Checked, learn } from './pay-order.ts';

type Checkable = keyof typeof paymentChecks;
const checked = Object.keys(paymentChecks) as Checkable[];

interface Return {
  pathname: string;
  query: URLSearchParams;
  trackerId: string;
  /** Who sells, which the wire wants to hear. */
  seller: { domain: string; paymentCompany: string };
}

interface Dependencies {
  call: Call;
  pause: (milliseconds: number) => Promise<void>;
}

/**
 * What became of a payment whose provider has sent the member back. Undefined where we know of no such payment.
 * One that the provider has not decided yet is waited for.
 */
export async function checkPayment(
  { pathname, query, trackerId, seller }: Return,
  page: Dependencies,
): Promise<Checked | undefined> {
  const name = checked.find((each) => providers[each].returnPage.path === pathname);
  const found = name
    ? await checkProvider(name, { query, trackerId, seller }, page.call)
    : await hostedAt(pathname)?.readReturn(query, trackerId, page.call);
  if (!found || found === 'unfinished' || found.outcome !== 'pending') return found;
  const known = await learn({ trackerId, orderId: found.orderId }, page);
  return known.step ? 'unfinished' : known;
}

/** The method whose own pages lead back to this one. */
function hostedAt(pathname: string) {
  const hosted = Object.values(methods).flatMap((method) => method.hosted ?? []);
  return hosted.find(({ provider }) => providers[provider].returnPage.path === pathname);
}

async function checkProvider(
  name: Checkable,
  { query, trackerId, seller }: Omit<Return, 'pathname'>,
  call: Call,
): Promise<Checked | undefined> {
  const reference = query.get(providers[name].returnPage.parameter) ?? '';
  try {
    const { result, outcome, orderId } = await call(paymentChecks[name], { trackerId, reference, ...seller });
    if (result === undefined || orderId === undefined) return undefined;
    return { orderId, outcome: outcome ?? (result ? 'success' : 'generic') };
  } catch (error) {
    // A provider that takes no payments here.
    if (codeOf(error) === 'request.not_found') return undefined;
    throw error;
  }
}
