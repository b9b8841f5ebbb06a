import { z } from 'zod';
import { hookName } from '../../../contract/flow.ts';
import type { HookName } from '../../../contract/flow.ts';
import type popups from '../locales/it/popups.json';
import type { PopupName } from '../lib/popups.ts';

type Words = {
  [K in keyof typeof popups]: (typeof popups)[K] extends { title: string; text: string } ? K : never;
}[keyof typeof popups];
type ButtonWords = Exclude<keyof typeof popups, Words>;

interface PopupButton {
  words: ButtonWords;
  /** Leads there; without it, it only closes. */
  to?: string;
}

export interface PopupEntry {
  words: Words;
  picture: 'lock' | 'heart' | 'key' | 'people' | 'map' | 'eyes' | 'pause' | 'info';
  buttons: readonly PopupButton[];
  /** Over the whole screen, and it can't be closed but by its buttons. */
  blocking?: true;
}

/** The plans, as asked for from a hook. */
function plansFor(name: HookName): string {
  return `/vip_plan/${z.encode(hookName, name)}`;
}

function hook(name: HookName, words: Words, picture: PopupEntry['picture']): PopupEntry {
  return { words, picture, buttons: [{ words: 'seePlans', to: plansFor(name) }, { words: 'later' }] };
}

const hasPlan: PopupEntry = { words: 'premium', picture: 'key', buttons: [{ words: 'ok' }] };

/** Every popup, as data. */
export const popupCatalogue: Record<PopupName, PopupEntry> = {
  out_of_credits: hook('out_of_credits', 'outOfCredits', 'lock'),
  out_of_likes: hook('out_of_likes', 'outOfLikes', 'heart'),
  more_pages: hook('more_pages', 'morePages', 'people'),
  profile_locked: hook('profile_locked', 'profileLocked', 'lock'),
  premium_member: hasPlan,
  premium_member_compliant: hasPlan,
  blurred: hook('blurred', 'blurred', 'eyes'),
  change_region: hook('change_region', 'changeRegion', 'map'),
  read_receipts: hook('read_receipts', 'readReceipts', 'eyes'),
  account_disabled: {
    words: 'accountDisabled',
    picture: 'pause',
    buttons: [{ words: 'contact', to: '/contactUs' }, { words: 'ok' }],
  },
  session_ended: { words: 'sessionEnded', picture: 'key', buttons: [{ words: 'signIn', to: '/login' }] },
  link_invalid: {
    words: 'linkInvalid',
    picture: 'key',
    buttons: [{ words: 'newLink', to: '/forgotPassword' }, { words: 'later' }],
  },
  notice: { words: 'notice', picture: 'info', buttons: [{ words: 'ok' }] },
  blocked: {
    words: 'blocked',
    picture: 'pause',
    buttons: [{ words: 'tryAgain', to: '/vip_plan/cred' }],
    blocking: true,
  },
};
