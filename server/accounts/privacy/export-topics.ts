import type { App } from '../../app.ts';
import type { DbOrTx } from '../../platform/database/database.ts';
import { MOST_EXPORTED } from '../account-handlers.ts';
import type { ExportTopic } from '../account-handlers.ts';

/** What this room holds about a member: everything but hashes, keys and tokens. */
const ownTopics: readonly ExportTopic[] = [
  { topic: 'account', read: readAccountFacts },
  { topic: 'settings', read: readChoices },
  { topic: 'consents', read: readConsents },
  { topic: 'arrival', read: readArrival },
  { topic: 'sessions', read: readSessions },
  { topic: 'passkeys', read: readPasskeys },
  { topic: 'identities', read: readIdentities },
  { topic: 'push_devices', read: readPushDevices },
  { topic: 'events', read: readEvents },
  { topic: 'mails', read: readMails },
  { topic: 'exports', read: readExportFacts },
];

/** All parts of a copy: those of this room and of the rooms above. */
export function exportTopics({ accountHandlers }: Pick<App, 'accountHandlers'>): ExportTopic[] {
  return [...ownTopics, ...accountHandlers.flatMap((room) => room.exports ?? [])];
}

export function readAccountFacts(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account')
    .select(['email', 'email_confirmed_at', 'pending_email', 'tracker_id', 'status', 'level', 'flow_id'])
    .select(['seeks', 'language', 'surname', 'phone', 'accepted_at', 'closes_at', 'created_at'])
    .select(({ eb }) => eb('password_hash', 'is not', null).as('has_password'))
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
}

function readChoices(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account')
    .select(['newsletter', 'notify_messages', 'notify_likes', 'notify_visits'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
}

function readConsents(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('consent')
    .select(['kind', 'given', 'text_version', 'language', 'ip', 'user_agent', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}

function readSessions(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('session')
    .select(['method', 'ip', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}

function readPasskeys(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('passkey')
    .select(['name', 'created_at', 'last_used_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .limit(MOST_EXPORTED)
    .execute();
}

function readIdentities(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('identity')
    .select(['provider', 'subject', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .limit(MOST_EXPORTED)
    .execute();
}

function readPushDevices(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('push_token')
    .select('created_at')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .limit(MOST_EXPORTED)
    .execute();
}

function readArrival(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('arrival')
    .select(['way', 'source', 'campaign_id', 'host', 'claimed_ip', 'ip', 'user_agent', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Also what happened before he signed up, as far as it is known to be his. */
function readEvents(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('event')
    .select(['at', 'type', 'profile_id', 'details'])
    .where('brand_id', '=', brandId)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('account_id', '=', accountId),
        eb(
          'tracker_id',
          '=',
          selectFrom('account')
            .select('account.tracker_id')
            .where('account.brand_id', '=', brandId)
            .where('account.id', '=', accountId),
        ),
      ]),
    )
    .orderBy('at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}

/** What the mails said is not told: a link in one of them may still open something. */
function readMails(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('mail')
    .select(['subject', 'template', 'status', 'created_at', 'sent_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}

function readExportFacts(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('data_export')
    .select(['status', 'created_at', 'expires_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}
