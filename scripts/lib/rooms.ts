/**
 * The architecture: which room may use which, and which tables each room writes. `scripts/architecture.ts` fails on what
 * breaks it, and draws `docs/architecture.md` from it.
 */

export interface Room {
  /** For the drawing. */
  does: string;
  /**
   * Its own order: each part may use those before it. A part is a folder, files of another folder that stand elsewhere than
   * their folder, or `.`, the files beside the folders. Without it only circles of files are faults.
   */
  parts?: readonly (string | readonly string[])[];
  /** Files that name what every part makes, and that every part may use, and why. */
  open?: Readonly<Record<string, string>>;
  /** It alone writes them. */
  tables?: readonly string[];
  /** The only folders and files of the contract that it may name, and why. */
  contract?: Readonly<Record<string, string>>;
}

export interface Area {
  folder: string;
  /** What else of the repository it may use. */
  uses: readonly string[];
  /** By the path below the folder. Each may use those before it, never those after it; types count. */
  rooms: Readonly<Record<string, Room>>;
  /** Files beside the rooms put them together and may use all. Only these may be used by rooms, and why. */
  open: Readonly<Record<string, string>>;
  /** Folders that are no part of the program. */
  apart: readonly string[];
}

export const server: Area = {
  folder: 'server',
  uses: ['contract', 'embedded-postgres', 'sandbox'],
  open: {
    'app.ts': 'types alone: what each room keeps while the process runs, and who is calling',
    'bind.ts': 'ties an endpoint of the contract to its handler, which gets those types',
  },
  apart: ['migrations'],
  rooms: {
    platform: {
      does: 'config, http, realtime, database, work that waits, mail, storage, security, telemetry: knows nothing of the product',
      parts: [
        '.',
        'config',
        'telemetry',
        'storage',
        'database',
        ['audit.ts', 'redis.ts'],
        'work',
        'jobs',
        'security',
        'http',
        'mail',
        'realtime',
        ['module.ts', 'database/maintenance.ts'],
      ],
      open: { 'platform.ts': 'types alone: what each part makes, which every part may need' },
      tables: [
        'audit',
        'database_rule',
        'job',
        'link_use',
        'rate_limit',
        'schedule',
        'schema_fingerprint',
        'sealing_key',
        'session',
        'work_rate',
      ],
      contract: {
        kernel: 'what every call and event is made of',
        countries: 'facts of the world',
        locales: 'the sentences of failures',
        'brand/brand.ts': 'whose site a call came to',
        'brand/texts.ts': 'the same',
        'theme/theme.ts': 'the same',
        'brand/legal.ts': 'a session says whether the terms are still accepted',
        'account/own-account.ts': 'and by what it was opened',
        'staff/live.ts': 'open consoles are told what has changed',
      },
    },
    analytics: { does: 'counts what visitors and members do', tables: ['event', 'event_other'] },
    mails: {
      does: 'the mails of the product, their queue and their sender',
      tables: ['mail', 'undeliverable_address'],
    },
    countries: {
      does: 'regions, towns and local time; the facts are in contract/countries/',
      tables: ['place', 'place_name', 'region'],
    },
    brands: {
      does: 'directory, flows, plans, pages, legal texts',
      parts: [
        'legal',
        'texts',
        '.',
        'rules',
        'editing',
        ['save-brand.ts', 'brand-files.ts'],
        'pages',
        ['module.ts'],
      ],
      tables: [
        'brand',
        'brand_draft',
        'brand_host',
        'brand_picture',
        'brand_publication',
        'brand_schedule',
        'brand_version',
        'flow',
        'plan',
      ],
    },
    accounts: {
      does: 'sign-up, sign-in, passkeys, links, what happens to an account',
      parts: [
        '.',
        'passkeys',
        ['disabling.ts', 'end-access.ts', 'own-email.ts', 'own-password.ts', 'signup/welcome.ts'],
        'signup',
        ['prove.ts'],
        'privacy',
        'walks',
        ['module.ts'],
      ],
      tables: [
        'account',
        'walk',
        'account_money',
        'arrival',
        'consent',
        'data_export',
        'erased_account',
        'identity',
        'passkey',
      ],
    },
    profiles: {
      does: 'own profile, photos, visibility, blocks, reviews',
      tables: [
        'block',
        'house_profile',
        'house_profile_text',
        'photo',
        'photo_origin',
        'profile',
        'profile_change',
        'profile_import',
        'profile_import_picture',
        'profile_import_row',
        'review',
        'review_answer',
      ],
    },
    credits: { does: 'ledger and balances', tables: ['balance', 'ledger_entry'] },
    notifications: {
      does: 'how members are notified: push, messenger, mail',
      parts: ['.', 'push', 'messenger', 'mail', ['account-handlers.ts', 'channels.ts', 'module.ts']],
      tables: [
        'messenger_chat',
        'messenger_code',
        'notification',
        'notification_settings',
        'push_key',
        'push_token',
      ],
    },
    discovery: {
      does: 'search, deck, reactions (likes and visits)',
      parts: ['rank', 'search', '.', 'reactions', 'deck', ['module.ts']],
      tables: [
        'exposure',
        'held_reaction',
        'last_swipe',
        'preference',
        'reaction',
        'search_change',
        'search_chunk',
        'search_list',
        'standing',
      ],
    },
    safety: { does: 'words and limits that protect who talks' },
    messaging: {
      does: 'conversations, sending, reading, photos',
      parts: ['.', 'photos', ['account-handlers.ts', 'module.ts', 'unsending.ts']],
      tables: [
        'chat_photo',
        'conversation',
        'inbox',
        'message',
        'message_reaction',
        'system_message',
        'waiting_reply',
      ],
    },
    companion: {
      does: 'an AI that answers for profiles of ours',
      tables: ['companion_stop', 'companion_use', 'companion_use_of_brand'],
    },
    hosts: {
      does: 'people who answer for profiles of ours, and their work',
      tables: [
        'answered_conversation',
        'host_note',
        'host_reply',
        'host_team',
        'host_team_member',
        'message_translation',
        'quality_mark',
        'reply_text',
        'scheduled_reply',
        'shift',
        'snippet',
      ],
    },
    feed: { does: 'what the member’s home and badges show of the rooms above' },
    support: { does: 'tickets and contact', tables: ['ticket', 'ticket_message'] },
    billing: {
      does: 'orders, payments, plans, refunds, documents; providers/ has an adapter each',
      parts: [
        'terms',
        'providers',
        'books',
        'orders',
        'payments',
        'refunds',
        'plans',
        'reversals',
        'incoming',
        'desk',
        '.',
      ],
      tables: [
        'bank_line',
        'dispute',
        'document',
        'document_counter',
        'money_entry',
        'payment_attempt',
        'payment_block',
        'payment_event',
        'payment_method',
        'payout',
        'pending_document',
        'provider_event',
        'provider_switch',
        'purchase',
        'purchase_consent',
        'reconciliation',
        'reconciliation_difference',
        'refund',
        'renewal_notice',
        'settlement_entry',
        'spending_limit',
        'spending_pause',
        'subscription',
        'token_removal',
        'withdrawal_origin',
      ],
    },
    moderation: {
      does: 'one queue and one verdict for all that waits; reports, sanctions, appeals',
      tables: [
        'appeal',
        'banned_picture',
        'moderation_case',
        'moderation_verdict',
        'photo_verification',
        'report',
        'report_message',
        'sanction',
      ],
    },
    staff: {
      does: 'sign-in of staff, roles, audit, reads of the console',
      tables: ['staff', 'staff_brand', 'staff_passkey', 'staff_session'],
    },
    insight: {
      does: 'conversions, postbacks, page times and faults that browsers report, trust',
      tables: ['conversion', 'cookie_consent', 'postback', 'trust_snapshot', 'uptime_minute'],
    },
    retention: { does: 'how long each kind of data is kept, read from the rooms' },
    demo: { does: 'two brands and their people, written before there are any members' },
  },
};

const site: Area = {
  folder: 'site/src',
  uses: ['contract', 'packages'],
  open: {},
  apart: [],
  rooms: {
    locales: { does: 'the words, in a folder a language' },
    lib: { does: 'knows nothing of the product' },
    shell: { does: 'serves every feature: session, calls, paths, texts' },
    'features/people': { does: 'how people are shown' },
    'features/billing': { does: 'plans, payments, the own plan' },
    'features/notifications': { does: 'settings, devices, what is new' },
    'features/entry': { does: 'landings, sign-up, sign-in' },
    'features/account': { does: 'the own account and profile' },
    'features/chat': { does: 'conversations' },
    'features/discovery': { does: 'deck, search, likes and visits' },
    'features/public': { does: 'pages without a session' },
    gallery: { does: 'every part, for those who draw' },
    app: { does: 'puts the features together' },
    preview: { does: 'the app over made-up answers, for the frame in the console' },
    testing: { does: 'pages for tests of parts' },
  },
};

const staffApp: Area = {
  folder: 'console/src',
  uses: ['contract', 'packages'],
  open: {},
  apart: [],
  rooms: {
    locales: { does: 'the words, in a folder a language' },
    shell: { does: 'serves every feature: session, calls, paths, texts' },
    'features/sign-in': { does: 'sign-in and the second factor' },
    'features/alerts': { does: 'sounds and marks of what waits' },
    'features/account': { does: 'the own account and its passkeys' },
    'features/audit': { does: 'who did what' },
    'features/board': { does: 'hosts at work' },
    'features/books': { does: 'days of the providers and of the bank' },
    'features/work': { does: 'background work' },
    'features/outbox': { does: 'mails as they were sent' },
    'features/people': { does: 'the staff and their roles' },
    'features/publishing': { does: 'drafts of a brand’s parts: saved, compared, published, taken back' },
    'features/flows': { does: 'flows and plans of a brand, and walks through them' },
    'features/brands': { does: 'brands: made, and edited with a live preview' },
    'features/postbacks': { does: 'what advertisers were notified of' },
    'features/providers': { does: 'their state and their switches' },
    'features/reviews': { does: 'what members say of the product' },
    'features/texts': { does: 'what a brand says in words of its own, and its legal pages' },
    'features/snippets': { does: 'texts that hosts reuse' },
    'features/conversations': { does: 'the desk of the hosts' },
    'features/tickets': { does: 'what members ask' },
    'features/payments': { does: 'payments, refunds, figures, tax' },
    'features/sanctions': { does: 'what was imposed, and the dialog that imposes it' },
    'features/members': { does: 'search, and a page a member' },
    'features/profiles': { does: 'profiles that hosts or a companion answer for, and their imports' },
    'features/teams': { does: 'which hosts answer for which profiles' },
    'features/moderation': { does: 'one queue, one page a case' },
    'features/overview': { does: 'what waits for a person, and how everything stands' },
    app: { does: 'puts the features together' },
    testing: { does: 'pages for tests of parts' },
  },
};

const packages: Area = {
  folder: 'packages',
  uses: ['contract'],
  open: {},
  apart: [],
  rooms: {
    client: { does: 'the connection: calls, socket, storage, texts' },
    ui: { does: 'parts of pages' },
  },
};

export const areas: readonly Area[] = [server, packages, site, staffApp];

/** The rest of the repository, as the drawing shows it. */
export const outline: readonly {
  path: string;
  does: string;
  area?: Area;
  files?: Readonly<Record<string, string>>;
}[] = [
  {
    path: 'contract',
    does: 'what browser and server agree on, in a folder a domain; kernel/ is what they share',
  },
  {
    path: 'server',
    does: '',
    area: server,
    files: {
      'main.ts start.ts': 'config → app → modules → listen',
      'modules.ts app.ts': 'the list of modules; what they may use',
      'migrations/':
        'tables, indexes and constraints; rules/ of the rooms hold functions, views and triggers',
    },
  },
  { path: 'embedded-postgres', does: 'the supervisor of the built-in database' },
  { path: 'packages', does: 'what both apps share; it uses neither', area: packages },
  { path: 'site/src', does: 'the members’ app', area: site },
  { path: 'console/src', does: 'the staff’s app', area: staffApp },
  { path: 'sandbox', does: 'stand-ins for the outside world that speak its real protocols' },
  { path: 'testing', does: 'fixtures and harnesses of all tests' },
];

/** Who else writes a table, and why. */
export const secondWriters: Readonly<Record<string, string>> = {
  'hosts writes waiting_reply': 'a claim is a lease on the row of the member who waits',
  'companion writes waiting_reply': 'the wait ends where a companion has nothing to answer',
};
