import type { DbOrTx } from '../../platform/database/database.ts';

/** What is told to the person it is about: everything but hashes, keys and tokens. The newest comes first. */
const MOST = 10_000;

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

export function readChoices(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account')
    .select(['newsletter', 'notify_messages', 'notify_likes', 'notify_visits'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
}

export function readProfileFacts(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('profile as p')
    .leftJoin('profile_change as c', (join) =>
      join.onRef('c.brand_id', '=', 'p.brand_id').onRef('c.profile_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.status', 'p.hidden_by_owner', 'p.gender', 'p.screen_name', 'p.birth_year'])
    .select(['p.country', 'p.region', 'p.city', 'p.about', 'p.description', 'p.looking_for', 'p.hair_colour'])
    .select(['p.height', 'p.weight', 'p.moderated_at', 'p.submitted_at', 'p.refusal'])
    .select(['c.status as change_status', 'c.refusal as change_refusal', 'c.gender as new_gender'])
    .select(['c.screen_name as new_screen_name', 'c.description as new_description'])
    .select(['c.looking_for as new_looking_for', 'p.last_active_at', 'p.created_at'])
    .where('p.brand_id', '=', brandId)
    .where('p.account_id', '=', accountId)
    .executeTakeFirst();
}

export function readConsents(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('consent')
    .select(['kind', 'given', 'text_version', 'language', 'ip', 'user_agent', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
}

export function readSessions(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('session')
    .select(['method', 'ip', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
}

export function readPasskeys(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('passkey')
    .select(['name', 'created_at', 'last_used_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .limit(MOST)
    .execute();
}

export function readIdentities(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('identity')
    .select(['provider', 'subject', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .limit(MOST)
    .execute();
}

export function readPushDevices(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('push_token')
    .select('created_at')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .limit(MOST)
    .execute();
}

export function readArrival(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('arrival')
    .select(['way', 'source', 'campaign_id', 'host', 'claimed_ip', 'ip', 'user_agent', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export function readBalance(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('balance')
    .select(['message_credits', 'icebreaker_credits', 'like_credits'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export function readLedger(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('ledger_entry')
    .select(['credit', 'amount', 'reason', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
}

/** Also what happened before he signed up, as far as it is known to be his. */
export function readEvents(db: DbOrTx, brandId: string, accountId: string) {
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
    .limit(MOST)
    .execute();
}

/** What the mails said is not told: a link in one of them may still open something. */
export function readMails(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('mail')
    .select(['subject', 'template', 'status', 'created_at', 'sent_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
}

/** Whom he liked and passed over. What others think of him is theirs. */
export function readVerdicts(db: DbOrTx, brandId: string, accountId: string) {
  return readReactions(db, brandId, accountId, ['like', 'dislike'])
    .select(['reaction.kind', 'reaction.message'])
    .execute();
}

export function readVisits(db: DbOrTx, brandId: string, accountId: string) {
  return readReactions(db, brandId, accountId, ['visit']).execute();
}

function readReactions(
  db: DbOrTx,
  brandId: string,
  accountId: string,
  kinds: readonly ('like' | 'dislike' | 'visit')[],
) {
  return db
    .selectFrom('reaction')
    .innerJoin('profile', (join) =>
      join.onRef('profile.brand_id', '=', 'reaction.brand_id').onRef('profile.id', '=', 'reaction.from_id'),
    )
    .select(['reaction.to_id as profile_id', 'reaction.at'])
    .where('reaction.brand_id', '=', brandId)
    .where('profile.account_id', '=', accountId)
    .where('reaction.kind', 'in', kinds)
    .orderBy('reaction.at', 'desc')
    .limit(MOST);
}

export function readBlocks(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('block')
    .innerJoin('profile', (join) =>
      join.onRef('profile.brand_id', '=', 'block.brand_id').onRef('profile.id', '=', 'block.from_id'),
    )
    .select(['block.to_id as profile_id', 'block.created_at'])
    .where('block.brand_id', '=', brandId)
    .where('profile.account_id', '=', accountId)
    .orderBy('block.created_at', 'desc')
    .limit(MOST)
    .execute();
}

/** What he said about others. What others said about him is theirs. */
export function readReports(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('report')
    .innerJoin('profile', (join) =>
      join.onRef('profile.brand_id', '=', 'report.brand_id').onRef('profile.id', '=', 'report.from_id'),
    )
    .select(['report.about_id as profile_id', 'report.reason', 'report.text', 'report.created_at'])
    .where('report.brand_id', '=', brandId)
    .where('profile.account_id', '=', accountId)
    .orderBy('report.id', 'desc')
    .limit(MOST)
    .execute();
}

export function readReviews(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('review')
    .select(['name', 'gender', 'age', 'text', 'stars', 'status', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .limit(MOST)
    .execute();
}

export function readExportFacts(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('data_export')
    .select(['status', 'created_at', 'expires_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
}
