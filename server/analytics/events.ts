import { sql } from 'kysely';
import type { ConversionFact } from '#contract/insight/postbacks.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';

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
export function recordEvent(db: DbOrTx, event: NewEvent): Promise<void> {
  return recordEvents(db, [event]);
}

export async function recordEvents(db: DbOrTx, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map(({ brandId, type, at, trackerId, accountId, profileId, details = {} }) => ({
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
  }));
  if (rows.length > 0) await db.insertInto('event').values(rows).execute();
}

/**
 * The event by which each fact is known. `server/insight/` reads them, and knows where a member came from and which
 * partner is notified.
 */
export const conversionEvents = {
  lead: 'signed_up',
  sale: 'paid',
  renewal: 'renewed',
  refund: 'refunded',
  chargeback: 'charged_back',
} as const satisfies Record<ConversionFact, string>;

interface NewConversion {
  brandId: string;
  fact: ConversionFact;
  /** The account, the payment, the refund or the dispute that it is about: a fact about one is known once. */
  subjectId: string;
  accountId: string;
  purchaseId: string | null;
  amountCents: number;
  at: Date;
  trackerId?: string;
  details?: NewEvent['details'];
}

/**
 * Records in the transaction of the fact itself that a visitor became a member, or that a member's money came or went.
 */
export function recordConversion(tx: Tx, conversion: NewConversion): Promise<void> {
  const { brandId, fact, subjectId, accountId, purchaseId, amountCents, at, trackerId, details } = conversion;
  return recordEvent(tx, {
    brandId,
    type: conversionEvents[fact],
    at,
    accountId,
    trackerId,
    details: { amountCents, ...details, subjectId, purchaseId },
  });
}

/** The same as a part of a statement that knows the facts as rows, named by `facts`. */
export const insertEventsOf = (facts: string) => sql`
  insert into event (brand_id, id, at, type, account_id, details)
  select brand_id, event_id, at, event_type, account_id, event_details
  from ${sql.ref(facts)} where event_id is not null`;

/** The funnel keeps that a step was done, and no longer who did it. */
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
