/** Everything that the site stores in a browser: what for, for how long, and whether it may be declined. */

import { storageKeys } from '../kernel/storage-keys.ts';
import type { StorageKey } from '../kernel/storage-keys.ts';
import type { CookieCategory } from './consent.ts';

export const STORED_PURPOSES = [
  'visit',
  'place',
  'sign_in',
  'security',
  'settings',
  'activity',
  'drafts',
  'payment',
  'offline',
  'measurement',
  'advertising',
] as const;
export type StoredPurpose = (typeof STORED_PURPOSES)[number];

/** `tab`: until the tab is closed. `sign_out`: until one signs out. `kept`: until one empties the browser's storage. */
export const STORED_DURATIONS = ['tab', 'sign_out', 'half_year', 'year', 'week', 'kept'] as const;
export type StoredDuration = (typeof STORED_DURATIONS)[number];

export interface StoredItem {
  name: string;
  place: 'cookie' | 'local' | 'session' | 'cache';
  purpose: StoredPurpose;
  category: CookieCategory;
  lasts: StoredDuration;
}

/** Without an entry for a key nothing compiles. */
const purposeOfKey: Record<StorageKey, Pick<StoredItem, 'purpose'> & Partial<StoredItem>> = {
  trackerId: { purpose: 'visit' },
  token: { purpose: 'sign_in' },
  country: { purpose: 'place' },
  campaignId: { purpose: 'visit' },
  ip: { purpose: 'visit' },
  userAgent: { purpose: 'visit' },
  source: { purpose: 'visit' },
  clickCampaign: { purpose: 'advertising', category: 'advertising' },
  city: { purpose: 'place' },
  region: { purpose: 'place' },
  availablePeople: { purpose: 'activity' },
  messageValue: { purpose: 'activity' },
  likeCredits: { purpose: 'activity' },
  avatar: { purpose: 'sign_in' },
  fingerprint: { purpose: 'security' },
  landedTime: { purpose: 'visit' },
  visitedProfiles: { purpose: 'activity' },
  unreadMessages: { purpose: 'activity' },
  pendingNotifications: { purpose: 'activity' },
  remarketingId: { purpose: 'advertising', category: 'advertising' },
  searchPage: { purpose: 'activity' },
  search: { purpose: 'activity' },
  language: { purpose: 'settings' },
  theme: { purpose: 'settings' },
  cookieChoice: { purpose: 'settings', lasts: 'half_year' },
  pendingEvents: { purpose: 'measurement', category: 'measurement', lasts: 'week' },
  analyticsClient: { purpose: 'measurement', category: 'measurement' },
  unreadNotifications: { purpose: 'activity' },
  shownNotifications: { purpose: 'activity' },
  deviceToken: { purpose: 'security' },
  googleAnswer: { purpose: 'sign_in' },
  passkeyOffer: { purpose: 'settings' },
  pushInvitation: { purpose: 'settings' },
  pushSaved: { purpose: 'settings' },
  closedWarnings: { purpose: 'settings' },
  firstCall: { purpose: 'activity' },
  drafts: { purpose: 'drafts' },
  outbox: { purpose: 'drafts' },
};

const keys = Object.keys(storageKeys) as StorageKey[];

export const storedItems: readonly StoredItem[] = [
  { name: 'language', place: 'cookie', purpose: 'settings', category: 'necessary', lasts: 'year' },
  ...keys.map((key): StoredItem => {
    const { stored: name, scope } = storageKeys[key];
    const usual = scope === 'session' ? 'sign_out' : 'kept';
    const { purpose, category = 'necessary', lasts = usual } = purposeOfKey[key];
    return { name, place: 'local', purpose, category, lasts };
  }),
  ...(
    [
      ['scrollPositions', 'activity'],
      ['signUpDraft', 'drafts'],
      ['profileDraft', 'drafts'],
      ['google', 'sign_in'],
      ['googleWindow', 'sign_in'],
      ['chosenPlan', 'payment'],
      ['openOrder', 'payment'],
      ['purchaseOrigin', 'payment'],
    ] as const
  ).map(([name, purpose]): StoredItem => ({
    name,
    place: 'session',
    purpose,
    category: 'necessary',
    lasts: 'tab',
  })),
  { name: 'service worker', place: 'cache', purpose: 'offline', category: 'necessary', lasts: 'kept' },
];
