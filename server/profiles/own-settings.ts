import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { notificationSettingsChanged } from '#contract/profile/own-profile.ts';
import type {
  OwnSettings,
  saveOwnSettings as saveOwnSettingsEndpoint,
} from '#contract/profile/own-profile.ts';
import { updateAccount } from '#server/accounts/account-record.ts';
import { recordConsents } from '#server/accounts/signup/consents.ts';
import type { MemberContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { updateProfile, withoutAbsent } from './own-profile.ts';
import { updateVisibility } from './profile-moderation.ts';

type Input = Omit<InputOf<typeof saveOwnSettingsEndpoint>, 'trackerId'>;

export async function readOwnSettings({
  app: { db },
  brandId,
  accountId,
}: MemberContext): Promise<OwnSettings> {
  return settingsOf((await readSettings(db, brandId, accountId)) ?? fail('session.dead'));
}

/** Changes what is named and leaves the rest. */
export function saveOwnSettings(
  context: MemberContext,
  input: Input,
): Promise<ReplyOf<typeof saveOwnSettingsEndpoint>> {
  const { db, realtime } = context.app;
  const { brandId, accountId } = context;
  return transact(db, async (tx, afterCommit) => {
    const before = (await lockSettings(tx, brandId, accountId)) ?? fail('session.dead');
    const was = settingsOf(before);
    const { language = was.language, newsletter = was.newsletter, hidden = was.hidden } = input;
    const notify = { ...was.notify, ...withoutAbsent(input.notify ?? {}) };
    await updateAccount(tx, context, {
      language,
      newsletter,
      notify_messages: notify.messages,
      notify_likes: notify.likes,
      notify_visits: notify.visits,
    });
    if (input.notify) {
      const { messages, likes, visits } = notify;
      const payload = { messages, likes, visits };
      afterCommit(() =>
        realtime.emit({ brandId, accountIds: [accountId] }, notificationSettingsChanged, payload),
      );
    }
    if (newsletter !== was.newsletter) await recordConsents(context, tx, accountId, { newsletter });
    if (hidden !== was.hidden) {
      await updateProfile(tx, brandId, before.profile_id, { hidden_by_owner: hidden });
      await updateVisibility(tx, brandId, accountId);
    }
    return { result: 'OK', settings: { language, newsletter, hidden, notify } };
  });
}

function settingsOf(row: SettingsRow): OwnSettings {
  return {
    language: row.language,
    newsletter: row.newsletter,
    hidden: row.hidden_by_owner,
    notify: {
      messages: row.notify_messages,
      likes: row.notify_likes,
      visits: row.notify_visits,
    },
  };
}

function settings(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
    )
    .select(['a.language', 'a.newsletter', 'p.id as profile_id', 'p.hidden_by_owner'])
    .select(['a.notify_messages', 'a.notify_likes', 'a.notify_visits'])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId);
}

type SettingsRow = NonNullable<Awaited<ReturnType<typeof readSettings>>>;

function readSettings(db: DbOrTx, brandId: string, accountId: string) {
  return settings(db, brandId, accountId).executeTakeFirst();
}

function lockSettings(tx: Tx, brandId: string, accountId: string) {
  return settings(tx, brandId, accountId).forNoKeyUpdate().executeTakeFirst();
}
