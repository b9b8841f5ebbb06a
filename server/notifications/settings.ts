/** How somebody wants to be told of things while he is not here. */

import type { Insertable, Selectable } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { MailKind } from '#contract/notification/mail-removal.ts';
import { defaultNotificationSettings } from '#contract/notification/settings.ts';
import type {
  NotificationSettings,
  saveNotificationSettings as saveEndpoint,
} from '#contract/notification/settings.ts';
import type { MemberContext } from '#server/app.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

export interface SettingsOwner {
  brandId: string;
  accountId: string;
}

export function readNotificationSettings(context: MemberContext): Promise<NotificationSettings> {
  return settingsOf(context.app.db, context);
}

type Input = Omit<InputOf<typeof saveEndpoint>, 'trackerId'>;
type Columns = Omit<Partial<Insertable<DB['notification_settings']>>, 'brand_id' | 'account_id'>;

/** Changes what is named and leaves the rest. */
export async function saveNotificationSettings(
  context: MemberContext,
  { pace = {}, mail = {}, quiet }: Input,
): Promise<ReplyOf<typeof saveEndpoint>> {
  const { db, clock } = context.app;
  await saveColumns(db, context, {
    message_pace: pace.message,
    like_pace: pace.like,
    visit_pace: pace.visit,
    message_mail: mail.message,
    like_mail: mail.like,
    visit_mail: mail.visit,
    gift_mail: mail.gift,
    quiet_from: quiet?.from,
    quiet_to: quiet?.to,
    mail_chosen_at: Object.keys(mail).length > 0 ? clock.now() : undefined,
  });
  return { result: 'OK', settings: await settingsOf(db, context) };
}

export async function settingsOf(
  db: DbOrTx,
  { brandId, accountId }: SettingsOwner,
): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notification_settings')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return describeSettings(row);
}

export type SettingsRow = Omit<Selectable<DB['notification_settings']>, 'mail_chosen_at'>;

/** Nothing of whoever never chose. */
export function describeSettings(row: SettingsRow | null | undefined): NotificationSettings {
  if (!row) return defaultNotificationSettings;
  return {
    pace: { message: row.message_pace, like: row.like_pace, visit: row.visit_pace },
    mail: {
      message: row.message_mail,
      like: row.like_mail,
      visit: row.visit_mail,
      gift: row.gift_mail,
    },
    quiet: { from: row.quiet_from, to: row.quiet_to },
  };
}

/**
 * Ends mails of some sorts. Where it was said before, `saidAt` tells when: what the member has chosen since then stands.
 */
export async function refuseNotificationMails(
  db: DbOrTx,
  owner: SettingsOwner,
  kinds: readonly Exclude<MailKind, 'newsletter'>[],
  saidAt: Date | undefined,
): Promise<void> {
  if (saidAt !== undefined && (await hasChosenSince(db, owner, saidAt))) return;
  await saveColumns(db, owner, Object.fromEntries(kinds.map((kind) => [`${kind}_mail`, false])));
}

async function hasChosenSince(db: DbOrTx, { brandId, accountId }: SettingsOwner, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('notification_settings')
    .select('brand_id')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('mail_chosen_at', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}

async function saveColumns(
  db: DbOrTx,
  { brandId, accountId }: SettingsOwner,
  columns: { [Name in keyof Columns]: Columns[Name] | undefined },
): Promise<void> {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const change: Columns = Object.fromEntries(given);
  await db
    .insertInto('notification_settings')
    .values({ brand_id: brandId, account_id: accountId, ...change })
    .onConflict((conflict) => conflict.columns(['brand_id', 'account_id']).doUpdateSet(change))
    .execute();
}
