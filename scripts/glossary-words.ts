interface EngineeringWord {
  word: string;
  meaning: string;
  /** Where it lives. */
  file: string;
}

/** The words of the trade, as this code means them. */
export const engineeringWords: readonly EngineeringWord[] = [
  {
    word: 'balance',
    meaning: 'how many credits an account has; the ledger says why',
    file: 'server/credits/ledger.ts',
  },
  {
    word: 'capability',
    meaning: 'what a payment provider can do: charge, refund, repeat, report',
    file: 'server/billing/providers/provider.ts',
  },
  {
    word: 'coalesce',
    meaning: 'to answer requests that come while work runs by doing it once more, not once for each',
    file: 'server/platform/refresher.ts',
  },
  {
    word: 'concurrency limit',
    meaning: 'how much runs at the same time; `p-limit` where no other caller competes for it',
    file: 'server/platform/storage/storage.ts',
  },
  {
    word: 'consent',
    meaning: 'what a member agreed to, kept with the text and the moment',
    file: 'server/billing/orders/consent.ts',
  },
  {
    word: 'context',
    meaning: 'who calls, at which brand and from where, with the services of the program in `app`',
    file: 'server/app.ts',
  },
  {
    word: 'cursor',
    meaning: 'where a page of a list ended, as an opaque text',
    file: 'server/platform/cursor.ts',
  },
  {
    word: 'fair queue',
    meaning: 'a semaphore with owners: next is the owner with the fewest running',
    file: 'server/platform/fair-queue.ts',
  },
  {
    word: 'filter',
    meaning: 'what a search asks for: age, place, photo, online',
    file: 'server/discovery/search/search-people.ts',
  },
  {
    word: 'group commit',
    meaning: 'what is written while a statement is under way shares the next one, and its commit',
    file: 'server/platform/database/batches.ts',
  },
  {
    word: 'house profile',
    meaning: 'a profile that hosts or a companion answer for; it has no owner',
    file: 'server/profiles/house/house-profile.ts',
  },
  {
    word: 'idempotent',
    meaning:
      'done once however often it is asked for: clients choose ids, and whatever charges or sends is keyed by them',
    file: 'server/billing/payments/charge.ts',
  },
  {
    word: 'lease',
    meaning:
      'by which a worker holds what it works on; it is extended while the work runs, and of one that dies it ends',
    file: 'server/platform/work/queue.ts',
  },
  {
    word: 'local rate limiter',
    meaning: 'counts on one node and without waiting; it stands before every request',
    file: 'server/platform/security/rate-limits.ts',
  },
  {
    word: 'migration',
    meaning: 'a step of the schema; run at start',
    file: 'server/migrations/20261115000000-initial.ts',
  },
  {
    word: 'module',
    meaning: 'what a domain adds to the program: routes, events, jobs',
    file: 'server/platform/module.ts',
  },
  {
    word: 'participant',
    meaning: 'one of the two of a conversation',
    file: 'server/profiles/profile-summary.ts',
  },
  {
    word: 'payment method',
    meaning: 'a card, wallet or PayPal agreement that is kept for later',
    file: 'server/billing/payments/payment-methods.ts',
  },
  {
    word: 'paywall',
    meaning: 'what a free member sees where a limit is reached; `hook` on the wire',
    file: 'contract/brand/paywalls.ts',
  },
  {
    word: 'poll status',
    meaning: 'to ask a provider what became of a payment without a webhook',
    file: 'server/billing/payments/poll-attempts.ts',
  },
  {
    word: 'presence',
    meaning: 'who is connected, on any node',
    file: 'server/platform/realtime/presence.ts',
  },
  {
    word: 'profile summary',
    meaning: 'what others see of a person in a list: name, age, first photo',
    file: 'server/profiles/profile-summary.ts',
  },
  {
    word: 'rate limiter',
    meaning: 'how often something may be tried in a window of time, over all nodes',
    file: 'server/platform/security/rate-limits.ts',
  },
  {
    word: 'record outcome',
    meaning: 'to store what became of a payment; it only moves on, never back',
    file: 'server/billing/payments/record-outcome.ts',
  },
  {
    word: 'recovery job',
    meaning: 'a job that finds what a crash left undone and finishes it',
    file: 'server/billing/payments/poll-attempts.ts',
  },
  {
    word: 'refresher',
    meaning: 'refreshes a cache on request, one refresh at a time',
    file: 'server/platform/refresher.ts',
  },
  {
    word: 'semaphore',
    meaning: 'see fair queue and concurrency limit',
    file: 'server/platform/fair-queue.ts',
  },
  { word: 'settle', meaning: 'of money only: it has arrived', file: 'server/billing/incoming/reconcile.ts' },
  {
    word: 'state',
    meaning: 'where something stands on its way; status is what others see',
    file: 'server/billing/payments/payment-status.ts',
  },
  {
    word: 'system sender',
    meaning: 'who messages come from that no person wrote: the brand itself',
    file: 'server/messaging/system-messages.ts',
  },
  {
    word: 'webhook',
    meaning: 'a call by which a payment provider tells us something',
    file: 'server/billing/incoming/webhooks.ts',
  },
];

/**
 * Words that we gave up in names, and what is said instead. Two words are parts of a name that follow each other; one with a
 * capital is a name by itself.
 */
export const forbiddenNames: Readonly<Record<string, string>> = {
  Asked: 'the request by its name',
  Known: 'what is known, by its name',
  Laid: 'layout',
  anew: 'again',
  brings: 'grants, carries',
  'care of': 'the work by its name',
  deeds: 'a fixture named after what it builds',
  flood: 'rate limiter',
  furnish: 'a fixture named after what it builds',
  'give back': 'refund, release, return',
  happened: 'the event by its name',
  happening: 'the event by its name',
  hear: 'handle, listen or receive',
  heard: 'received',
  hearing: 'listener',
  hears: 'handles, listens',
  janitor: 'recovery job',
  'knows nothing': 'none known',
  lane: 'queue or concurrency limit',
  lanes: 'queues or concurrency limit',
  learned: 'reported, read',
  means: 'payment method',
  merging: 'coalesce',
  mortal: 'a fixture named after what it builds',
  'pay ground': 'what the part shows',
  purse: 'balance',
  purses: 'balances',
  remembering: 'cache',
  somebody: 'person, member',
  someone: 'person, member',
  strays: 'a fixture named after what it builds',
  'take in': 'merge',
  takers: 'capabilities',
  tell: 'notify, report, send',
  'tell balance': 'notify balance',
  tells: 'notifies, reports',
  tidying: 'clean-up',
  told: 'notified, reported, sent',
  'told of nothing': 'unmatched',
  undertaking: 'obligation',
  unkept: 'what is owed, by its name',
  whoever: 'who it is: a member, a caller',
  wish: 'choice',
  wishes: 'filters or options',
  'year there': 'local year',
};

/** Names of libraries, which are not ours to choose. */
export const foreignNames: ReadonlySet<string> = new Set(['ScanFace']);

const person = 'who it is: a member, the caller, the host, the writer';
const they = 'they, them, their';

/** Words that no comment and no title of a test says. */
export const forbiddenInSentences: ReadonlyMap<string, string> = new Map(
  Object.entries({
    anew: 'again',
    anybody: person,
    brings: 'grants, carries, leads to',
    everybody: 'all members, every caller',
    happened: 'the event by its name',
    happening: 'the event by its name',
    he: they,
    heard: 'received, handled',
    her: they,
    hers: they,
    herself: they,
    him: they,
    himself: they,
    his: they,
    nobody: 'no one by their name: no member, no caller, no host',
    she: they,
    somebody: person,
    someone: person,
    told: 'notified, shown, reported',
    whoever: person,
    whomever: person,
    wish: 'choice',
    wishes: 'choices, filters',
  }),
);
