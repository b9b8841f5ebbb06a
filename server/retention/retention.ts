/**
 * What is kept how long, why, and which job sees to it: every table of the schema is here. `docs/privacy.md` and the
 * privacy page are made from this list, and a test shows for each period that its job deletes what is past it.
 */

import { join } from 'node:path';
import { TICKETS_KEPT_MONTHS } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { EXPORTS_KEPT } from '#server/accounts/privacy/exports.ts';
import { TOMBSTONES_KEPT } from '#server/accounts/privacy/tombstones.ts';
import { DEVICES_KEPT, SIGN_UP_ORIGINS_KEPT } from '#server/accounts/signup/guard-sign-up.ts';
import { EVENTS_KEPT } from '#server/analytics/module.ts';
import {
  BOOKS_KEPT,
  PAYMENT_BLOCKS_KEPT,
  PROVIDER_EVENTS_KEPT,
  RETIRED_METHODS_KEPT,
} from '#server/billing/old-records.ts';
import { ORIGINS_KEPT } from '#server/billing/reversals/withdrawal.sql.ts';
import { USE_KEPT_DAYS } from '#server/companion/budget.ts';
import { REPLY_TEXTS_KEPT } from '#server/hosts/check-reply.ts';
import { HOST_WORK_KEPT, SCHEDULED_KEPT } from '#server/hosts/old-work.ts';
import { CONVERSIONS_KEPT } from '#server/insight/conversions.ts';
import { COOKIE_CONSENTS_KEPT } from '#server/insight/cookie-consent.ts';
import { BOUNCES_KEPT, MAILS_KEPT } from '#server/mails/module.ts';
import { UNSENT_KEPT } from '#server/messaging/photos/files.ts';
import { BANNED_PICTURES_KEPT } from '#server/moderation/picture-hashes.ts';
import { EVIDENCE_KEPT, REPORTS_KEPT } from '#server/moderation/reports.ts';
import { NOTIFICATIONS_KEPT } from '#server/notifications/queue.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import { AUDIT_KEPT, FAILED_JOBS_KEPT } from '#server/platform/database/maintenance.ts';
import { readTexts } from '#server/platform/texts.ts';
import en from './locales/en.json' with { type: 'json' };

const words = readTexts(join(import.meta.dirname, 'locales'), en);

/** Article 6 of the GDPR: a contract, consent, a duty by law, a legitimate interest. None: it is about no person. */
type Basis = 'contract' | 'consent' | 'law' | 'interest' | 'none';

/**
 * In milliseconds; or as long as the account, until the time that the row itself names, as long as a person works here,
 * as long as the brand exists, until it is built again, or until another one has deleted it too.
 */
type Kept = number | 'account' | 'expiry' | 'staff' | 'setup' | 'rebuilt' | 'deleted';

export interface Retention {
  /** What it is, by the key of its words. */
  data: keyof (typeof en)['data'];
  tables: readonly (keyof DB)[];
  basis: Basis;
  kept: Kept;
  /** What deletes it when its time is over. Null where it is no personal data. */
  job: string | null;
}

const NIGHTLY = 'core.cleanUp';
const ERASURE = 'accounts.eraseDueAccounts';

export const retention = [
  {
    data: 'account',
    tables: [
      ...([
        'account',
        'account_money',
        'arrival',
        'consent',
        'data_export',
        'identity',
        'passkey',
        'push_token',
      ] as const),
      ...(['notification_settings', 'messenger_chat', 'spending_limit', 'spending_pause'] as const),
    ],
    basis: 'contract',
    kept: 'account',
    job: ERASURE,
  },
  {
    data: 'profile',
    tables: [
      ...([
        'profile',
        'profile_change',
        'photo',
        'block',
        'review',
        'review_answer',
        'balance',
        'ledger_entry',
      ] as const),
      ...(['reaction', 'held_reaction', 'last_swipe', 'preference', 'standing', 'exposure'] as const),
    ],
    basis: 'contract',
    kept: 'account',
    job: ERASURE,
  },
  {
    data: 'conversations',
    tables: [
      ...([
        'conversation',
        'inbox',
        'message',
        'message_translation',
        'message_reaction',
        'chat_photo',
      ] as const),
      ...([
        'system_message',
        'waiting_reply',
        'answered_conversation',
        'companion_stop',
        'host_note',
      ] as const),
    ],
    basis: 'contract',
    kept: 'account',
    job: ERASURE,
  },
  {
    data: 'decisions',
    tables: ['appeal', 'sanction', 'moderation_case', 'moderation_verdict', 'photo_verification'],
    basis: 'interest',
    kept: 'account',
    job: ERASURE,
  },
  {
    data: 'sessions',
    tables: ['session', 'link_use', 'messenger_code', 'staff_session', 'walk'],
    basis: 'contract',
    kept: 'expiry',
    job: NIGHTLY,
  },
  { data: 'limits', tables: ['rate_limit'], basis: 'interest', kept: 'expiry', job: NIGHTLY },
  { data: 'devices', tables: ['arrival'], basis: 'interest', kept: DEVICES_KEPT, job: NIGHTLY },
  { data: 'origins', tables: ['arrival'], basis: 'interest', kept: SIGN_UP_ORIGINS_KEPT, job: NIGHTLY },
  { data: 'withdrawals', tables: ['withdrawal_origin'], basis: 'interest', kept: ORIGINS_KEPT, job: NIGHTLY },
  {
    data: 'exports',
    tables: ['data_export'],
    basis: 'law',
    kept: EXPORTS_KEPT,
    job: 'accounts.expireExports',
  },
  { data: 'mails', tables: ['mail'], basis: 'contract', kept: MAILS_KEPT, job: NIGHTLY },
  { data: 'bounces', tables: ['undeliverable_address'], basis: 'interest', kept: BOUNCES_KEPT, job: NIGHTLY },
  {
    data: 'notifications',
    tables: ['notification'],
    basis: 'contract',
    kept: NOTIFICATIONS_KEPT,
    job: NIGHTLY,
  },
  { data: 'events', tables: ['event'], basis: 'interest', kept: EVENTS_KEPT, job: NIGHTLY },
  {
    data: 'conversions',
    tables: ['conversion', 'postback'],
    basis: 'interest',
    kept: CONVERSIONS_KEPT,
    job: NIGHTLY,
  },
  {
    data: 'cookie_consents',
    tables: ['cookie_consent'],
    basis: 'law',
    kept: COOKIE_CONSENTS_KEPT,
    job: NIGHTLY,
  },
  {
    data: 'unsent_photos',
    tables: ['chat_photo'],
    basis: 'contract',
    kept: UNSENT_KEPT,
    job: 'messaging.removeUnsentPhotos',
  },
  {
    data: 'companion_use',
    tables: ['companion_use', 'companion_use_of_brand'],
    basis: 'contract',
    kept: USE_KEPT_DAYS * DAY,
    job: 'companion.deleteOldUse',
  },
  {
    data: 'reply_texts',
    tables: ['reply_text'],
    basis: 'interest',
    kept: REPLY_TEXTS_KEPT,
    job: 'hosts.deleteOldReplyTexts',
  },
  { data: 'scheduled', tables: ['scheduled_reply'], basis: 'contract', kept: SCHEDULED_KEPT, job: NIGHTLY },
  {
    data: 'host_work',
    tables: ['host_reply', 'quality_mark', 'shift'],
    basis: 'interest',
    kept: HOST_WORK_KEPT,
    job: NIGHTLY,
  },
  { data: 'evidence', tables: ['report_message'], basis: 'interest', kept: EVIDENCE_KEPT, job: NIGHTLY },
  { data: 'reports', tables: ['report'], basis: 'law', kept: REPORTS_KEPT, job: NIGHTLY },
  {
    data: 'banned_pictures',
    tables: ['banned_picture'],
    basis: 'interest',
    kept: BANNED_PICTURES_KEPT,
    job: NIGHTLY,
  },
  { data: 'audit', tables: ['audit'], basis: 'interest', kept: AUDIT_KEPT, job: NIGHTLY },
  {
    data: 'books',
    tables: [
      ...([
        'purchase',
        'purchase_consent',
        'payment_attempt',
        'pending_document',
        'refund',
        'dispute',
      ] as const),
      ...(['document', 'money_entry', 'payment_event', 'subscription', 'renewal_notice'] as const),
      ...([
        'reconciliation',
        'reconciliation_difference',
        'settlement_entry',
        'payout',
        'bank_line',
      ] as const),
    ],
    basis: 'law',
    kept: BOOKS_KEPT,
    job: NIGHTLY,
  },
  {
    data: 'payment_methods',
    tables: ['payment_method'],
    basis: 'consent',
    kept: RETIRED_METHODS_KEPT,
    job: NIGHTLY,
  },
  {
    data: 'token_removals',
    tables: ['token_removal'],
    basis: 'law',
    kept: 'deleted',
    job: 'token_removals',
  },
  { data: 'jobs', tables: ['job'], basis: 'interest', kept: FAILED_JOBS_KEPT, job: NIGHTLY },
  {
    data: 'provider_events',
    tables: ['provider_event'],
    basis: 'interest',
    kept: PROVIDER_EVENTS_KEPT,
    job: NIGHTLY,
  },
  {
    data: 'payment_blocks',
    tables: ['payment_block'],
    basis: 'interest',
    kept: PAYMENT_BLOCKS_KEPT,
    job: NIGHTLY,
  },
  {
    data: 'tombstones',
    tables: ['erased_account'],
    basis: 'law',
    kept: TOMBSTONES_KEPT,
    job: NIGHTLY,
  },
  {
    data: 'tickets',
    tables: ['ticket', 'ticket_message'],
    basis: 'contract',
    kept: TICKETS_KEPT_MONTHS * (365 / 12) * DAY,
    job: NIGHTLY,
  },
  {
    data: 'staff',
    tables: ['staff', 'staff_brand', 'staff_passkey', 'host_team_member'],
    basis: 'contract',
    kept: 'staff',
    job: null,
  },
  {
    data: 'setup',
    tables: [
      ...(['brand', 'brand_host', 'flow', 'plan', 'place', 'place_name', 'region', 'snippet'] as const),
      ...(['brand_publication', 'brand_version', 'brand_draft', 'brand_picture', 'brand_schedule'] as const),
      ...([
        'database_rule',
        'document_counter',
        'host_team',
        'house_profile',
        'house_profile_text',
        'photo_origin',
        'profile_import',
        'profile_import_picture',
        'profile_import_row',
        'provider_switch',
        'push_key',
        'schedule',
        'schema_fingerprint',
        'sealing_key',
      ] as const),
    ],
    basis: 'none',
    kept: 'setup',
    job: null,
  },
  {
    data: 'figures',
    tables: ['trust_snapshot', 'uptime_minute', 'work_rate'],
    basis: 'none',
    kept: 'setup',
    job: null,
  },
  {
    data: 'search',
    tables: ['search_list', 'search_chunk', 'search_change'],
    basis: 'none',
    kept: 'rebuilt',
    job: 'discovery.queueAllLists',
  },
] as const satisfies readonly Retention[];

export interface RetentionRow {
  /** What it is and what it is for; how long it is kept; by what right. */
  data: string;
  purpose: string;
  period: string;
  basis: string;
}

/** The list for a reader of the privacy page. What is about no person is left out. */
export function retentionRows(language: Language): RetentionRow[] {
  const { data, periods, bases } = words[language];
  return retention.flatMap((entry: Retention) =>
    entry.basis === 'none'
      ? []
      : [
          {
            data: data[entry.data].what,
            purpose: data[entry.data].why,
            period:
              typeof entry.kept === 'number' ? periodInWords(entry.kept, language) : periods[entry.kept],
            basis: bases[entry.basis],
          },
        ],
  );
}

const YEAR = 365 * DAY;

/** In years, months or days, whichever is the largest that says it exactly enough. */
function periodInWords(kept: number, language: Language): string {
  const [count, unit] =
    kept >= YEAR && (kept % YEAR === 0 || kept > 5 * YEAR)
      ? [Math.floor(kept / YEAR), 'year']
      : [Math.round(kept / DAY), 'day'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
