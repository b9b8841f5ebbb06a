import type { DbOrTx, Tx } from './database/database.ts';
import { newId } from './ids.ts';

interface NewEvent {
  brandId: string;
  /** Our own plain names, such as `signed_up`, `mail_clicked`, `advert_clicked`. */
  type: string;
  at: Date;
  trackerId?: string | undefined;
  accountId?: string | undefined;
  profileId?: string | undefined;
  details?: Record<string, string | number | boolean | null | undefined>;
}

const LONGEST_DETAIL = 200;

/** Records something that the funnel counts. */
export async function recordEvent(db: DbOrTx, event: NewEvent): Promise<void> {
  const { brandId, type, at, trackerId, accountId, profileId, details = {} } = event;
  await db
    .insertInto('event')
    .values({
      brand_id: brandId,
      id: newId(at.getTime()),
      at,
      type,
      tracker_id: trackerId?.slice(0, 128) ?? null,
      account_id: accountId ?? null,
      profile_id: profileId?.slice(0, 64) ?? null,
      details: JSON.stringify(details, (_, value: unknown) =>
        typeof value === 'string' ? value.slice(0, LONGEST_DETAIL) : value,
      ),
    })
    .execute();
}

/** The funnel keeps that something happened, and no longer who did it. */
export async function anonymiseEvents(
  tx: Tx,
  brandId: string,
  {
    accountId,
    trackerId,
    profileId,
  }: { accountId: string; trackerId: string; profileId: string | undefined },
): Promise<void> {
  await tx
    .updateTable('event')
    .set({ account_id: null, tracker_id: null, details: '{}' })
    .where('brand_id', '=', brandId)
    .where(({ or, eb }) => or([eb('account_id', '=', accountId), eb('tracker_id', '=', trackerId)]))
    .execute();
  if (profileId === undefined) return;
  await tx
    .updateTable('event')
    .set({ profile_id: null })
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .execute();
}
