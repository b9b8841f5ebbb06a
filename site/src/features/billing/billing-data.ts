import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#client/query-client.ts';
import { readBilling } from '#contract/billing/member-billing.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/money.ts';
import { call } from '#site/shell/api.ts';
import { verifyStoredToken } from '#site/shell/member-session.ts';
import { memberStore, useMember } from '#site/shell/session.ts';

type Page = ReplyOf<typeof readBilling>;
export type Billing = Omit<Page, 'next'>;

const billingKey = (trackerId: string) => [trackerId, 'billing'] as const;

/** The own plan and cards as the newest answer has them, with all payments that were asked for. */
function together({ pages }: InfiniteData<Page, string | undefined>): Billing {
  // Where there is an answer there is a first page.
  const [{ subscription, card, packCard, ageVerifiedAt }] = pages as [Page, ...Page[]];
  const payments = pages.flatMap((page) => page.payments);
  return { subscription, card, packCard, ageVerifiedAt, payments };
}

/** Receipts are issued a moment after the payment, and asked for until then, though not for ever. */
const RECEIPT_POLL = 3_000;
const RECEIPT_WITHIN = 5 * 60_000;

function awaitsReceipt(pages: readonly Page[]): boolean {
  const since = Date.now() - RECEIPT_WITHIN;
  return pages.some(({ payments }) =>
    payments.some(
      ({ status, amountCents, documents, at }) =>
        status === 'paid' && amountCents > 0 && documents.length === 0 && at > since,
    ),
  );
}

/** The money of a member: plan, card, and payments twenty at a time. */
export function useBilling({ enabled = true } = {}) {
  const { trackerId } = useMember();
  return useInfiniteQuery(
    {
      queryKey: billingKey(trackerId),
      queryFn: ({ pageParam, signal }) =>
        call(readBilling, { trackerId, ...(pageParam !== undefined && { before: pageParam }) }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      select: together,
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data && awaitsReceipt(data.pages) ? RECEIPT_POLL : false),
      enabled,
    },
    queryClient,
  );
}

/** Something was paid, changed or given back. */
export async function refreshBilling(): Promise<void> {
  const me = memberStore.get();
  if (me) await queryClient.invalidateQueries({ queryKey: billingKey(me.trackerId) });
}

/**
 * Something was paid: the level, the balances and what they open are asked for again. What cannot be asked now is
 * asked with the next page.
 */
export async function refreshMember(): Promise<void> {
  const me = memberStore.get();
  if (!me) return;
  await verifyStoredToken().catch(() => undefined);
  void queryClient.invalidateQueries({ queryKey: [me.trackerId] });
}

/** Writes an amount in the page's language. */
export function useMoney(): (cents: number) => string {
  const { i18n } = useTranslation();
  const language = LANGUAGES.find((one) => one === i18n.language) ?? LANGUAGES[0];
  return (cents) => formatMoney(cents, language);
}
