/**
 * What the browser keeps, by our names: the name it is stored under (the specification's) and what it holds.
 * `text` is kept as it is, `number` and `list` as JSON.
 */
export const storageKeys = {
  trackerId: { stored: 'trackerId', holds: 'text' },
  token: { stored: 'token', holds: 'text' },
  country: { stored: 'country', holds: 'text' },
  campaignId: { stored: 'campid', holds: 'text' },
  ip: { stored: 'ip', holds: 'text' },
  userAgent: { stored: 'ua', holds: 'text' },
  source: { stored: 'source', holds: 'text' },
  clickCampaign: { stored: 'kcampaign', holds: 'text' },
  city: { stored: 'city', holds: 'text' },
  region: { stored: 'region', holds: 'text' },
  availablePeople: { stored: 'avaibleUsers', holds: 'number' },
  messageValue: { stored: 'vm', holds: 'number' },
  likeCredits: { stored: 'like', holds: 'number' },
  avatar: { stored: 'avatar', holds: 'text' },
  fingerprint: { stored: 'fingerprint', holds: 'text' },
  landedTime: { stored: 'landedTime', holds: 'number' },
  visitedProfiles: { stored: 'profiliVisitati', holds: 'list' },
  unreadMessages: { stored: 'messaggiNonLetti', holds: 'number' },
  pendingNotifications: { stored: 'notificheInPending', holds: 'list' },
  remarketingId: { stored: 'remarketing_clickid', holds: 'text' },
  searchPage: { stored: 'searchPage', holds: 'number' },
  /** Ours: not in the specification's list. */
  /** What a member searches for and where, as JSON. */
  search: { stored: 'search', holds: 'text' },
  language: { stored: 'language', holds: 'text' },
  theme: { stored: 'theme', holds: 'text' },
  cookieChoice: { stored: 'cookiePolicy', holds: 'text' },
  unreadNotifications: { stored: 'unreadNotifications', holds: 'number' },
  /** By which this device is known again when somebody signs in. It stays when the session goes. */
  deviceToken: { stored: 'deviceToken', holds: 'text' },
  /** Whether a passkey was offered on this device, and what came of it. */
  passkeyOffer: { stored: 'passkeyOffer', holds: 'text' },
  /** What was written and not sent yet, and what waits for a connection, as JSON. Both go with the session. */
  drafts: { stored: 'drafts', holds: 'text' },
  outbox: { stored: 'outbox', holds: 'text' },
} as const satisfies Record<string, { stored: string; holds: 'text' | 'number' | 'list' }>;

export type StorageKey = keyof typeof storageKeys;

interface Held {
  text: string;
  number: number;
  list: readonly string[];
}
export type StoredValue<K extends StorageKey> = Held[(typeof storageKeys)[K]['holds']];

/** Where a visitor came from when no address says so. */
export const DEFAULT_SOURCE = 'direct';

/** The query parameters an advert or a mail may append, by our names. */
export const landingParameters = {
  trackerId: ['tid'],
  campaignId: ['campid'],
  ip: ['ip'],
  source: ['src'],
  clickCampaign: ['kcampaign'],
  remarketingId: ['remarketing_clickid'],
  flowId: ['fluxId', 'fluxid'],
} as const satisfies Record<string, readonly string[]>;
