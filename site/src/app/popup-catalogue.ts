import { type ComponentType, lazy } from 'react';
import type { PaywallName } from '../../../contract/brand/paywalls.ts';
import { PAID_REDIRECT_MS } from '../../../contract/kernel/constants.ts';
import type popups from '../locales/it/popups.json';
import { paths } from '../shell/paths.ts';
import type { Popup, PopupBodyProps } from '../shell/popups.ts';

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
  | 'scroll'
  | 'door'
  | 'warning';

export interface PopupEntry {
  words: Words;
  picture?: Picture;
  /** Drawn instead of the picture. */
  art?: ComponentType<{ popup: Popup }>;
  buttons: readonly PopupButton[];
  /** What is done in it, between its text and its buttons. */
  body?: ComponentType<PopupBodyProps>;
  /** Over the whole screen, and it can't be closed but by its buttons. */
  blocking?: true;
  /** Follows its first button by itself after so many milliseconds. */
  goesOnAfter?: number;
}

function paywall(name: PaywallName, words: Words, picture: Picture): PopupEntry {
  return { words, picture, buttons: [{ words: 'seePlans', to: paths.plans(name) }, { words: 'later' }] };
}

/** A body is fetched with the first popup that shows it. */
function bodyOf(load: () => Promise<ComponentType<PopupBodyProps>>): ComponentType<PopupBodyProps> {
  return lazy(async () => ({ default: await load() }));
}

/** Every popup, as data. */
export const popupCatalogue = {
  out_of_credits: paywall('out_of_credits', 'outOfCredits', 'coins'),
  out_of_likes: paywall('out_of_likes', 'outOfLikes', 'heart'),
  more_pages: paywall('more_pages', 'morePages', 'people'),
  profile_locked: paywall('profile_locked', 'profileLocked', 'lock'),
  premium_member: {
    words: 'premium',
    picture: 'crown',
    buttons: [{ words: 'toChats', to: paths.chats }, { words: 'ok' }],
  },
  premium_member_compliant: {
    words: 'premiumCompliant',
    picture: 'scroll',
    buttons: [{ words: 'myPlan', to: paths.profile('plan') }, { words: 'ok' }],
  },
  blurred: paywall('blurred', 'blurred', 'eyes'),
  change_region: paywall('change_region', 'changeRegion', 'map'),
  read_receipts: paywall('read_receipts', 'readReceipts', 'ticks'),
  account_disabled: {
    words: 'accountDisabled',
    picture: 'pause',
    buttons: [{ words: 'contact', to: paths.contact }, { words: 'ok' }],
  },
  session_ended: { words: 'sessionEnded', picture: 'key', buttons: [{ words: 'signIn', to: paths.login }] },
  sign_out: {
    words: 'confirmSignOut',
    picture: 'door',
    buttons: [],
    body: bodyOf(async () => (await import('../features/account/sign-out-body.tsx')).SignOutBody),
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
    body: bodyOf(async () => (await import('../features/entry/welcome/closing-body.tsx')).ClosingBody),
  },
  accept_terms: {
    words: 'acceptTerms',
    picture: 'scroll',
    buttons: [],
    body: bodyOf(async () => (await import('../features/entry/welcome/terms-body.tsx')).TermsBody),
    blocking: true,
  },
  set_region: {
    words: 'setRegion',
    picture: 'map',
    buttons: [],
    body: bodyOf(async () => (await import('../features/entry/welcome/region-body.tsx')).RegionBody),
  },
  confirm_email: {
    words: 'confirmEmail',
    picture: 'mail',
    buttons: [],
    body: bodyOf(
      async () => (await import('../features/entry/welcome/confirm-email-body.tsx')).ConfirmEmailBody,
    ),
  },
  gift: { words: 'gift', picture: 'gift', buttons: [{ words: 'thanks' }] },
  offer_passkey: {
    words: 'offerPasskey',
    picture: 'key',
    buttons: [],
    body: bodyOf(async () => (await import('../features/entry/welcome/passkey-body.tsx')).PasskeyBody),
  },
  frame: {
    words: 'frame',
    picture: 'info',
    buttons: [{ words: 'ok' }],
    body: bodyOf(async () => (await import('../features/entry/welcome/frame-body.tsx')).FrameBody),
  },
  match: {
    words: 'match',
    picture: 'heart',
    art: lazy(async () => ({ default: (await import('../features/discovery/deck/match-art.tsx')).MatchArt })),
    buttons: [
      { words: 'writeTo', to: ({ person }) => (person ? paths.chat(person.id) : paths.chats) },
      { words: 'goOn' },
    ],
  },
  choose_place: {
    words: 'choosePlace',
    picture: 'map',
    buttons: [],
    body: bodyOf(async () => (await import('../features/discovery/search/place-body.tsx')).PlaceBody),
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
    art: lazy(async () => ({ default: (await import('../features/billing/pay/paid-art.tsx')).PaidArt })),
    buttons: [{ words: 'toChats', to: ({ address = paths.chats }) => address }],
    blocking: true,
    goesOnAfter: PAID_REDIRECT_MS,
  },
  order: {
    words: 'order',
    buttons: [],
    body: bodyOf(async () => (await import('../features/billing/pay/order-body.tsx')).OrderBody),
  },
} satisfies Record<PaywallName, PopupEntry> & Record<string, PopupEntry>;

declare module '../shell/popups.ts' {
  interface Registered {
    popups: typeof popupCatalogue;
  }
}
