import type { DbOrTx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

/** Our own plain names, such as `signed_up`, `mail_clicked`, `advert_clicked`. */
export interface NewEvent {
  brandId: string;
  type: string;
  at: Date;
  trackerId?: string | undefined;
  accountId?: string | undefined;
  profileId?: string | undefined;
  details?: Record<string, string | number | boolean | null | undefined>;
}

const LONGEST_DETAIL = 200;

/** Notes something that the funnel counts. */
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
