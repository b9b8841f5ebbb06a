import { useSyncExternalStore } from 'react';
import { pageState } from '#client/page-state.ts';
import type { OptionalCategory } from '#contract/insight/consent.ts';
import { COOKIE_CHOICE_MS } from '#contract/kernel/constants.ts';
import { shellStore } from '../boot.ts';
import { storage } from '../storage.ts';
import { isWalking } from '../walk.ts';

export type CookieChoice = Record<OptionalCategory, boolean>;

export const everything: CookieChoice = { measurement: true, advertising: true };
export const nothing: CookieChoice = { measurement: false, advertising: false };

/** A choice as the browser keeps it, with what the log of consent knows of it. */
interface Kept extends CookieChoice {
  id: string;
  version: string;
  at: number;
  way: 'notice' | 'sheet';
  /** As whose it stands in the log. */
  logged: 'no' | 'visitor' | 'member';
  /** The choice before it, which the log of consent knows. */
  replaces?: string;
}

function readKept(): Kept | undefined {
  try {
    const kept = JSON.parse(storage.get('cookieChoice') ?? '') as Partial<Kept>;
    return typeof kept.id === 'string' && typeof kept.at === 'number' ? (kept as Kept) : undefined;
  } catch {
    return undefined;
  }
}

const policyVersion = () => shellStore.get()?.brand.cookieConsent?.policyVersion;

/** A choice is for one version of the policy, and for half a year. */
function currentChoice(version: string | undefined, now = Date.now()): Kept | undefined {
  const kept = readKept();
  if (!kept || version === undefined || kept.version !== version) return undefined;
  return now - kept.at < COOKIE_CHOICE_MS ? kept : undefined;
}

/** The browser itself says no: Global Privacy Control, or Do Not Track. The visitor is not asked then, and can still say yes by a click. */
function declinedBySignal(): boolean {
  const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || navigator.doNotTrack === '1';
}

/** Only an answer counts: until the visitor has said yes, it is no. */
export function isAllowed(category: OptionalCategory): boolean {
  if (isWalking()) return false;
  return currentChoice(policyVersion())?.[category] ?? false;
}

/** What the switches show to a visitor who wants to change it: nothing is on that they have not turned on. */
export function chosenBefore(): CookieChoice {
  const { measurement = false, advertising = false } = currentChoice(policyVersion()) ?? {};
  return { measurement, advertising };
}

/** The id under which the choice stands in the log, for an account that is made here. */
export function cookieConsentId(): string | undefined {
  return currentChoice(policyVersion())?.id;
}

/** The same where the log has it, by which the server knows what it may keep. */
export function loggedConsentId(): string | undefined {
  const choice = currentChoice(policyVersion());
  return choice && choice.logged !== 'no' ? choice.id : undefined;
}

export function chooseCookies({ measurement, advertising }: CookieChoice, way: Kept['way']): void {
  const version = policyVersion();
  if (version === undefined) return;
  const id = crypto.randomUUID();
  const before = readKept();
  // One that the log does not have leaves its place to this one.
  const replaces = before?.logged === 'no' ? before.replaces : before?.id;
  if (!measurement) {
    storage.remove('pendingEvents');
    storage.remove('analyticsClient');
  }
  const choice: Kept = { id, version, at: Date.now(), way, logged: 'no', measurement, advertising };
  keep(replaces === undefined ? choice : { ...choice, replaces });
  for (const key of advertKeys) {
    const held = heldAdvert[key];
    if (!advertising) storage.remove(key);
    else if (held !== undefined) storage.set(key, held);
  }
  void logCookieChoice();
}

/** What is known of the advert that led the visitor here. */
const advertKeys = ['clickCampaign', 'remarketingId'] as const;
type AdvertKey = (typeof advertKeys)[number];
const heldAdvert = pageState((): Partial<Record<AdvertKey, string>> => ({}));
const isAdvertKey = (key: string): key is AdvertKey => (advertKeys as readonly string[]).includes(key);

/** The browser's storage, where what concerns adverts stays within the page until they are allowed. */
export const visitStorage: Pick<typeof storage, 'get' | 'set'> = {
  get<K extends Parameters<typeof storage.get>[0]>(key: K) {
    const held = isAdvertKey(key) ? heldAdvert[key] : undefined;
    return (held ?? storage.get(key)) as ReturnType<typeof storage.get<K>>;
  },
  set(key, value) {
    if (isAdvertKey(key)) heldAdvert[key] = String(value);
    if (!isAdvertKey(key) || isAllowed('advertising')) storage.set(key, value);
  },
};

const keep = (choice: Kept) => storage.set('cookieChoice', JSON.stringify(choice));

/** Puts the choice into the log, once as a visitor's and once as the member's who has signed in here. */
export async function logCookieChoice(): Promise<void> {
  const choice = currentChoice(policyVersion());
  if (!choice) return;
  const who = storage.get('token') ? 'member' : 'visitor';
  if (choice.logged === 'member' || choice.logged === who) return;
  try {
    const [{ call }, { recordCookieConsent }] = await Promise.all([
      import('../api.ts'),
      import('#contract/insight/consent.ts'),
    ]);
    const { id, measurement, advertising, version, way, replaces } = choice;
    const said = { id, measurement, advertising, policyVersion: version, way, replaces };
    await call(recordCookieConsent, said, { keepalive: true });
    // Another may have been made meanwhile, or this one have gone into the log as the member's.
    const kept = readKept();
    if (kept?.id === id && kept.logged !== 'member') keep({ ...kept, logged: who });
  } catch {
    // The next page tells it.
  }
}

/** Whether the visitor is still to be asked. */
export function isCookieQuestionOpen(version: string | undefined): boolean {
  return version !== undefined && currentChoice(version) === undefined && !declinedBySignal();
}

/** The same for what shows it. Undefined in the server's HTML, which does not know the answer. */
export function useCookieQuestion(version: string | undefined): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    (listener) => storage.watch('cookieChoice', listener),
    () => !isWalking() && isCookieQuestionOpen(version),
    () => undefined,
  );
}
