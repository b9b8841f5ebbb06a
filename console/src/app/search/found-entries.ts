import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CreditCard, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call, useBrandTitle } from '#console/shell/api.ts';
import { inBrand, useBrandScope } from '#console/shell/brand-scope.ts';
import { useFormat } from '#console/shell/format.tsx';
import { paths } from '#console/shell/paths.ts';
import { hasRightSomewhere } from '#contract/kernel/staff-rights.ts';
import { findMembers } from '#contract/staff/members.ts';
import { findPayments } from '#contract/staff/payments.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import type { Entry } from './entry.ts';

/** More stands on the page of the search. */
const SHOWN = 5;
const LEAST_LETTERS = 2;
const MOST_LETTERS = 200;

export interface Found {
  entries: Entry[];
  isFetching: boolean;
  isError: boolean;
  retry: () => void;
}

/** Members by the beginning of a name or address, at the brand that the user looks at. */
export function useFoundMembers(me: StaffMember, typed: string): Found {
  const titleOf = useBrandTitle();
  const scope = useBrandScope();
  const text = typed.slice(0, MOST_LETTERS);
  const filter = { text, ...(scope !== undefined && { brand: scope }) };
  const enabled = hasRightSomewhere(me, 'members.read') && text.length >= LEAST_LETTERS;
  const query = useQuery({
    queryKey: ['search', 'members', filter],
    queryFn: ({ signal }) => call(findMembers, filter, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
  const members = enabled ? (query.data?.members ?? []) : [];
  return found(
    query,
    members.slice(0, SHOWN).map(({ brand, accountId, screenName, email }): Entry => ({
      id: `member ${accountId}`,
      title: screenName,
      detail: [email, titleOf(brand)].filter(Boolean).join(' · '),
      icon: UserRound,
      act: { to: toThing(paths.member(brand, accountId), brand, scope) },
    })),
  );
}

/** Payments by what is printed on a receipt, a card or a mail: a number, or an address. */
export function useFoundPayments(me: StaffMember, typed: string): Found {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const scope = useBrandScope();
  const text = typed.slice(0, MOST_LETTERS);
  const enabled =
    hasRightSomewhere(me, 'payments.timeline') && text.length >= LEAST_LETTERS && /\d|@/.test(text);
  const query = useQuery({
    queryKey: ['search', 'payments', text],
    queryFn: ({ signal }) => call(findPayments, { text }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
  const payments = enabled ? (query.data?.payments ?? []) : [];
  return found(
    query,
    payments.slice(0, SHOWN).map((payment): Entry => ({
      id: `payment ${payment.orderId}`,
      title: `${t(`kinds.${payment.kind}`)} · ${format.money(payment.amountCents)}`,
      detail: [payment.screenName, format.moment(payment.createdAt)].filter(Boolean).join(' · '),
      icon: CreditCard,
      act: { to: toThing(paths.payment(payment.brand, payment.orderId), payment.brand, scope) },
    })),
  );
}

/** A person who looks at another brand looks at the thing's own from then on. */
function toThing(path: string, brand: string, scope: string | undefined): string {
  return scope === undefined ? path : inBrand(path, brand);
}

function found(
  query: { isFetching: boolean; isError: boolean; refetch: () => Promise<unknown> },
  entries: Entry[],
): Found {
  return {
    entries,
    isFetching: query.isFetching,
    isError: query.isError,
    retry: () => void query.refetch(),
  };
}
