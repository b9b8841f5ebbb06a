/** How members want to be notified while they are not here. */

import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { forEachKind } from '#contract/notification/kinds.ts';
import type { NotificationKind } from '#contract/notification/kinds.ts';
import { defaultNotificationSettings } from '#contract/notification/settings.ts';
import type {
  NotificationSettings,
  saveNotificationSettings as saveEndpoint,
} from '#contract/notification/settings.ts';
import type { MemberContext } from '#server/app.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

export interface SettingsOwner {
  brandId: string;
  accountId: string;
}

export function readNotificationSettings(context: MemberContext): Promise<NotificationSettings> {
  return settingsOf(context.app.db, context);
}

type Input = Omit<InputOf<typeof saveEndpoint>, 'trackerId'>;

/** Changes what is named and leaves the rest. */
export async function saveNotificationSettings(
  context: MemberContext,
  change: Input,
): Promise<ReplyOf<typeof saveEndpoint>> {
  const { db, clock } = context.app;
  const isMailChosen = Object.keys(change.mail ?? {}).length > 0;
  await saveChoice(db, context, change, isMailChosen ? clock.now() : undefined);
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
  return describeSettings(row as SettingsRow | undefined);
}

/** What the member has chosen. The rest is as the table of kinds has it. */
export interface SettingsRow {
  pace: Partial<NotificationSettings['pace']>;
  mail: Partial<NotificationSettings['mail']>;
  quiet_from: number;
  quiet_to: number;
}

/** Without a row the member never chose. */
export function describeSettings(row: SettingsRow | null | undefined): NotificationSettings {
  if (!row) return defaultNotificationSettings;
  const { pace, mail } = defaultNotificationSettings;
  return {
    pace: { ...pace, ...row.pace },
    mail: { ...mail, ...row.mail },
    quiet: { from: row.quiet_from, to: row.quiet_to },
  };
}

/**
 * Ends mails of some sorts. Where it was said before, `saidAt` says when: what the member has chosen since then stands.
 */
export async function refuseNotificationMails(
  db: DbOrTx,
  owner: SettingsOwner,
  kinds: readonly NotificationKind[],
  saidAt: Date | undefined,
): Promise<void> {
  if (saidAt !== undefined && (await hasChosenSince(db, owner, saidAt))) return;
  await saveChoice(db, owner, { mail: forEachKind(kinds, () => false) });
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

async function saveChoice(
  db: DbOrTx,
  { brandId, accountId }: SettingsOwner,
  { pace = {}, mail = {}, quiet }: Input,
  mailChosenAt?: Date,
): Promise<void> {
  const choice = {
    pace: JSON.stringify(pace),
    mail: JSON.stringify(mail),
    ...(quiet && { quiet_from: quiet.from, quiet_to: quiet.to }),
    ...(mailChosenAt && { mail_chosen_at: mailChosenAt }),
  };
  await db
    .insertInto('notification_settings')
    .values({ brand_id: brandId, account_id: accountId, ...choice })
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'account_id']).doUpdateSet({
        ...choice,
        pace: sql`notification_settings.pace || excluded.pace`,
        mail: sql`notification_settings.mail || excluded.mail`,
      }),
    )
    .execute();
}
