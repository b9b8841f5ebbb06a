import type { ComponentType } from 'react';
import type { PaywallName } from '#contract/brand/paywalls.ts';
import type popups from '#contract/brand/popups/locales/it.json';
import { PAID_REDIRECT_MS } from '#contract/kernel/constants.ts';
import { type LazyPart, lazyPart } from '#site/shell/lazy-part.tsx';
import { paths } from '#site/shell/paths.ts';
import { type SellingName, isSelling, leadsToPacks, paywalls } from '#site/shell/paywalls.ts';
import type { Popup, PopupBodyProps } from '#site/shell/popups.ts';

type Words = {
  [K in keyof typeof popups]: (typeof popups)[K] extends { title: string; text: string } ? K : never;
}[keyof typeof popups];
type ButtonWords = Exclude<keyof typeof popups, Words>;

export interface PopupButton {
  words: ButtonWords;
  /** Leads there; without it, it only closes. */
  to?: string | ((popup: Popup) => string);
}

export type Picture =
  | 'lock'
  | 'coins'
  | 'ticks'
  | 'crown'
  | 'heart'
  | 'key'
  | 'people'
  | 'map'
  | 'eyes'
  | 'pause'
  | 'info'
  | 'mail'
  | 'gift'
  | 'bell'
  | 'scroll'
  | 'door'
  | 'warning';

export interface PopupEntry {
  words: Words;
  picture?: Picture;
  /** Drawn instead of the picture. */
  art?: LazyPart<{ popup: Popup }>;
  buttons: readonly PopupButton[];
  /** What is done in it, between its text and its buttons. */
  body?: LazyPart<PopupBodyProps>;
  /** Over the whole screen, and it can't be closed but by its buttons. */
  blocking?: true;
  /** Follows its first button by itself after so many milliseconds. */
  goesOnAfter?: number;
}

/** A body is fetched with the first popup that shows it. */
function bodyOf(load: () => Promise<ComponentType<PopupBodyProps>>): LazyPart<PopupBodyProps> {
  return lazyPart(load);
}

/** A popup about the member's own plan leads to what that plan is for. */
const planButtons: Record<Exclude<PaywallName, SellingName>, PopupButton> = {
  premium_member: { words: 'toChats', to: paths.chats },
  premium_member_compliant: { words: 'myPlan', to: paths.profile('plan') },
};

/** The paywalls, whose words and pictures stand in a table of their own. */
function paywallPopups(): Record<PaywallName, PopupEntry> {
  const entryOf = (name: PaywallName): PopupEntry => {
    const { words, picture } = paywalls[name];
    const buttons: PopupButton[] = isSelling(name)
      ? [{ words: leadsToPacks(name) ? 'seeOffers' : 'seePlans', to: paths.plans(name) }, { words: 'later' }]
      : [planButtons[name], { words: 'ok' }];
    return { words, picture, buttons };
  };
  const names = Object.keys(paywalls) as PaywallName[];
  return Object.fromEntries(names.map((name) => [name, entryOf(name)])) as Record<PaywallName, PopupEntry>;
}

/** Every popup, as data. */
export const popupCatalogue = {
  ...paywallPopups(),
  account_disabled: {
    words: 'accountDisabled',
    picture: 'pause',
    buttons: [{ words: 'contact', to: paths.contact }, { words: 'ok' }],
  },
  account_suspended: {
    words: 'accountSuspended',
    picture: 'pause',
    buttons: [{ words: 'ok' }, { words: 'contact', to: paths.contact }],
    body: bodyOf(async () => (await import('#site/features/entry/login/suspended-body.tsx')).SuspendedBody),
  },
  session_ended: { words: 'sessionEnded', picture: 'key', buttons: [{ words: 'signIn', to: paths.login }] },
  sign_out: {
    words: 'confirmSignOut',
    picture: 'door',
    buttons: [],
    body: bodyOf(async () => (await import('#site/features/account/sign-out-body.tsx')).SignOutBody),
  },
  link_invalid: {
    words: 'linkInvalid',
    picture: 'key',
    buttons: [{ words: 'newLink', to: paths.forgotPassword }, { words: 'later' }],
  },
  link_expired: {
    words: 'linkExpired',
    picture: 'key',
    buttons: [{ words: 'signIn', to: paths.login }, { words: 'later' }],
  },
  closing: {
    words: 'closing',
    picture: 'pause',
    buttons: [],
    body: bodyOf(async () => (await import('#site/features/entry/welcome/arrival-bodies.tsx')).ClosingBody),
  },
  accept_terms: {
    words: 'acceptTerms',
    picture: 'scroll',
    buttons: [],
    body: bodyOf(async () => (await import('#site/features/entry/welcome/unfinished-bodies.tsx')).TermsBody),
    blocking: true,
  },
  agree_again: {
    words: 'agreeAgain',
    picture: 'scroll',
    buttons: [],
    body: bodyOf(
      async () => (await import('#site/features/entry/welcome/unfinished-bodies.tsx')).AgreeAgainBody,
    ),
    blocking: true,
  },
  set_region: {
    words: 'setRegion',
    picture: 'map',
    buttons: [],
    body: bodyOf(async () => (await import('#site/features/entry/welcome/unfinished-bodies.tsx')).RegionBody),
  },
  confirm_email: {
    words: 'confirmEmail',
    picture: 'mail',
    buttons: [],
    body: bodyOf(
      async () => (await import('#site/features/entry/welcome/confirm-email.tsx')).ConfirmEmailBody,
    ),
  },
  gift: { words: 'gift', picture: 'gift', buttons: [{ words: 'thanks' }] },
  welcome_back: { words: 'welcomeBack', picture: 'gift', buttons: [{ words: 'thanks' }] },
  offer_passkey: {
    words: 'offerPasskey',
    picture: 'key',
    buttons: [],
    body: bodyOf(async () => (await import('#site/features/entry/welcome/arrival-bodies.tsx')).PasskeyBody),
  },
  invite_push: {
    words: 'invitePush',
    picture: 'bell',
    buttons: [{ words: 'turnOn', to: paths.activeNotifications }, { words: 'later' }],
  },
  frame: {
    words: 'frame',
    picture: 'info',
    buttons: [{ words: 'ok' }],
    body: bodyOf(async () => (await import('#site/features/entry/welcome/arrival-bodies.tsx')).FrameBody),
  },
  match: {
    words: 'match',
    picture: 'heart',
    art: lazyPart(async () => (await import('#site/features/discovery/deck/match-art.tsx')).MatchArt),
    buttons: [
      { words: 'writeTo', to: ({ person }) => (person ? paths.chat(person.id) : paths.chats) },
      { words: 'goOn' },
    ],
  },
  choose_place: {
    words: 'choosePlace',
    picture: 'map',
    buttons: [],
    body: bodyOf(async () => (await import('#site/features/discovery/search/place-body.tsx')).PlaceBody),
  },
  cookie_choices: {
    words: 'cookieChoices',
    buttons: [],
    body: bodyOf(async () => (await import('#site/features/public/cookie-choices.tsx')).CookieChoices),
  },
  error: { words: 'error', picture: 'warning', buttons: [{ words: 'ok' }] },
  notice: { words: 'notice', picture: 'info', buttons: [{ words: 'ok' }] },
  blocked: {
    words: 'blocked',
    picture: 'info',
    buttons: [{ words: 'tryAgain', to: ({ address = paths.plans() }) => address }],
    blocking: true,
  },
  paid: {
    words: 'paid',
    picture: 'heart',
    art: lazyPart(async () => (await import('#site/features/billing/pay/paid-screen.tsx')).PaidMark),
    buttons: [{ words: 'toChats', to: ({ address = paths.chats }) => address }],
    blocking: true,
    goesOnAfter: PAID_REDIRECT_MS,
  },
  order: {
    words: 'order',
    buttons: [],
    body: bodyOf(async () => (await import('#site/features/billing/pay/order-sheet.tsx')).OrderSheet),
  },
} satisfies Record<string, PopupEntry>;

declare module '../shell/popups.ts' {
  interface Registered {
    popups: typeof popupCatalogue;
  }
}
