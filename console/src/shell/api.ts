import { useMutation, useQuery } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { createCall } from '#client/call.ts';
import { type Refusal, refusalOf } from '#client/refusal.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import { brandsWithRight } from '#contract/kernel/staff-rights.ts';
import type { StaffRight } from '#contract/kernel/staff-rights.ts';
import { setStaffLanguage, staffMe, staffSignOut } from '#contract/staff/sign-in.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import { queryClient } from './query-client.ts';
import { currentToken, endSession } from './session.ts';
import { chooseLanguage } from './texts.ts';

/** Asks the server. The input and the reply are typed by the endpoint's entry in the contract. */
export const call = createCall({
  hosts: () => ({ staff: `${window.location.origin}${hostPrefixes.staff}` }),
  token: currentToken,
  sessionEnded(token) {
    // The user may have signed in again meanwhile.
    if (token === currentToken()) endSession('expired');
  },
});

export const meKey = ['me'];

/** Who is signed in. Asked once; every later refusal shows in the calls themselves. */
export function useMe() {
  return useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => call(staffMe, {}, { signal }),
    staleTime: Infinity,
  });
}

/** The brands at which the user may do this, to choose one of. */
export function useMyBrands(...rights: readonly StaffRight[]): StaffMember['brands'] {
  const { data: me } = useMe();
  return brandsWithRight(me?.brands ?? [], ...rights);
}

/** Tells brands by the names that members know. */
export function useBrandTitle(): (key: string) => string {
  const { data: me } = useMe();
  return (key) => me?.brands.find((brand) => brand.key === key)?.title ?? key;
}

/** The person after a change: a second factor, a language. */
export function setMe(member: StaffMember): void {
  queryClient.setQueryData(meKey, member);
}

/** The console speaks it at once, and mails follow. Should that fail, the console speaks it all the same. */
export function speakLanguage(texts: i18n, next: Language): void {
  void chooseLanguage(texts, next);
  call(setStaffLanguage, { language: next }).catch(() => {});
}

export function useSignOut() {
  return useMutation({
    mutationFn: () => call(staffSignOut, {}),
    // Whatever the server says, this device forgets the session.
    onSettled: () => endSession('signed-out'),
  });
}

/** One sentence for whatever went wrong. */
export function explain(error: unknown, texts: i18n): string {
  return refusalWords(refusalOf(error), texts);
}

export function refusalWords({ code, faultId, retryAfter, unexpected }: Refusal, { t }: i18n): string {
  if (code === 'offline') return t('shell:problem.offline');
  if (unexpected) return t('shell:problem.unexpected');
  if (code === 'server.fault') return t('shell:problem.fault', { id: faultId ?? '' });
  if (code === 'request.too_many') return t('shell:problem.tooMany', { count: retryAfter ?? 60 });
  return t(`errors:${code}`);
}
