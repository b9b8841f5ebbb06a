/**
 * What the browser keeps, by our names: the name it is stored under (the specification's) and what it holds.
 * `text` is kept as it is, `number` and `list` as JSON. What is of the session goes with it, whatever ends it.
 */
export const storageKeys = {
  trackerId: { stored: 'trackerId', holds: 'text', scope: 'device' },
  token: { stored: 'token', holds: 'text', scope: 'session' },
  country: { stored: 'country', holds: 'text', scope: 'device' },
  campaignId: { stored: 'campid', holds: 'text', scope: 'device' },
  ip: { stored: 'ip', holds: 'text', scope: 'device' },
  userAgent: { stored: 'ua', holds: 'text', scope: 'device' },
  source: { stored: 'source', holds: 'text', scope: 'device' },
  clickCampaign: { stored: 'kcampaign', holds: 'text', scope: 'device' },
  city: { stored: 'city', holds: 'text', scope: 'device' },
  region: { stored: 'region', holds: 'text', scope: 'device' },
  availablePeople: { stored: 'avaibleUsers', holds: 'number', scope: 'device' },
  messageValue: { stored: 'vm', holds: 'number', scope: 'session' },
  likeCredits: { stored: 'like', holds: 'number', scope: 'session' },
  avatar: { stored: 'avatar', holds: 'text', scope: 'session' },
  fingerprint: { stored: 'fingerprint', holds: 'text', scope: 'device' },
  landedTime: { stored: 'landedTime', holds: 'number', scope: 'device' },
  visitedProfiles: { stored: 'profiliVisitati', holds: 'list', scope: 'session' },
  unreadMessages: { stored: 'messaggiNonLetti', holds: 'number', scope: 'session' },
  pendingNotifications: { stored: 'notificheInPending', holds: 'list', scope: 'session' },
  remarketingId: { stored: 'remarketing_clickid', holds: 'text', scope: 'device' },
  searchPage: { stored: 'searchPage', holds: 'number', scope: 'session' },
  /** Ours: not in the specification's list. */
  /** What a member searches for and where, as JSON. */
  search: { stored: 'search', holds: 'text', scope: 'session' },
  language: { stored: 'language', holds: 'text', scope: 'device' },
  theme: { stored: 'theme', holds: 'text', scope: 'device' },
  cookieChoice: { stored: 'cookiePolicy', holds: 'text', scope: 'device' },
  /** Only for those who allow measurement: events that wait for a network, and what one service counts browsers by. */
  pendingEvents: { stored: 'pendingEvents', holds: 'text', scope: 'device' },
  analyticsClient: { stored: 'analyticsClient', holds: 'text', scope: 'device' },
  unreadNotifications: { stored: 'unreadNotifications', holds: 'number', scope: 'session' },
  /** Messages, likes and visits that this browser has shown. */
  shownNotifications: { stored: 'shownNotifications', holds: 'list', scope: 'session' },
  /** By which this device is known again at a sign-in. */
  deviceToken: { stored: 'deviceToken', holds: 'text', scope: 'device' },
  /** What Google has said in a window of its own, for the moment that it takes to reach the page that opened it. */
  googleAnswer: { stored: 'googleAnswer', holds: 'text', scope: 'session' },
  /** Whether a passkey was offered on this device, and what came of it. */
  passkeyOffer: { stored: 'passkeyOffer', holds: 'text', scope: 'device' },
  /** Whether notifications are to be offered on this device, or were. */
  pushInvitation: { stored: 'pushInvitation', holds: 'text', scope: 'device' },
  /** The push subscription that the server knows of this session. */
  pushSaved: { stored: 'pushSaved', holds: 'text', scope: 'session' },
  /** Messages whose safety warning was closed. */
  closedWarnings: { stored: 'closedWarnings', holds: 'list', scope: 'session' },
  /** What the screen at an address asked first, as JSON: its next visit asks it before its scripts have come. */
  firstCall: { stored: 'firstCall', holds: 'text', scope: 'session' },
  /** What was written and not sent yet, and what waits for a connection, as JSON. */
  drafts: { stored: 'drafts', holds: 'text', scope: 'session' },
  outbox: { stored: 'outbox', holds: 'text', scope: 'session' },
} as const satisfies Record<
  string,
  { stored: string; holds: 'text' | 'number' | 'list'; scope: 'session' | 'device' }
>;

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
