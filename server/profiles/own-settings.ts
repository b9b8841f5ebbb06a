import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { OwnSettings, saveOwnSettings as endpoint } from '../../contract/profile/own-profile.ts';
import type { MemberContext } from '../app.ts';
import { transact } from '../platform/database/database.ts';
import { recordConsents } from '../accounts/signup/record-consents.ts';
import { lockSettings, readSettings, updateAccount, updateProfile } from './queries.ts';
import type { SettingsRow } from './queries.ts';
import { settleVisibility } from './visibility.ts';
import { withoutAbsent } from './without-absent.ts';

type Input = Omit<InputOf<typeof endpoint>, 'trackerId'>;

export async function readOwnSettings({ db, brandId, accountId }: MemberContext): Promise<OwnSettings> {
  return settingsOf((await readSettings(db, brandId, accountId)) ?? fail('session.dead'));
}

/** Changes what is named and leaves the rest. */
export function saveOwnSettings(context: MemberContext, input: Input): Promise<ReplyOf<typeof endpoint>> {
  const { db, brandId, accountId } = context;
  return transact(db, async (tx) => {
    const before = (await lockSettings(tx, brandId, accountId)) ?? fail('session.dead');
    const was = settingsOf(before);
    const { language = was.language, newsletter = was.newsletter, hidden = was.hidden } = input;
    const notify = { ...was.notify, ...withoutAbsent(input.notify ?? {}) };
    await updateAccount(tx, brandId, accountId, {
      language,
      newsletter,
      notify_messages: notify.messages,
      notify_likes: notify.likes,
      notify_visits: notify.visits,
    });
    if (newsletter !== was.newsletter) await recordConsents(context, tx, accountId, { newsletter });
    if (hidden !== was.hidden) {
      await updateProfile(tx, brandId, before.profile_id, { hidden_by_owner: hidden });
      await settleVisibility(tx, brandId, accountId);
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
