import { packages, site, staffApp } from './app-rooms.ts';
import type { Area } from './area.ts';

/**
 * The architecture: which room may use which, and which tables each room writes. `scripts/architecture.ts` fails on what
 * breaks it, and draws `docs/architecture.md` from it.
 */

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
