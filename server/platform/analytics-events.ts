import { z } from 'zod';
import { conversionFact } from '../../contract/insight/postbacks.ts';
import type { ConversionFact } from '../../contract/insight/postbacks.ts';
import type { DbOrTx, Tx } from './database/database.ts';
import { newId } from './ids.ts';
import { enqueue, jobKind } from './jobs/jobs.ts';

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

const conversion = z.object({
  brandId: z.uuid(),
  fact: conversionFact,
  /** The account, the payment, the refund or the dispute that it is about: a fact about one is known once. */
  subjectId: z.uuid(),
  accountId: z.uuid(),
  purchaseId: z.uuid().nullable(),
  amountCents: z.int().min(0),
  at: z.iso.datetime(),
});
export type Conversion = z.output<typeof conversion>;

/** Handled by `server/insight/`, which knows how somebody came and who is told of it. */
export const conversionHappened = jobKind('insight.conversion', conversion);

const eventOf = {
  lead: 'signed_up',
  sale: 'paid',
  renewal: 'renewed',
  refund: 'refunded',
  chargeback: 'charged_back',
} as const satisfies Record<ConversionFact, string>;

interface NewConversion extends Omit<Conversion, 'at'> {
  at: Date;
  trackerId?: string;
  details?: NewEvent['details'];
}

/** Records in the transaction of the fact itself that a visitor became a member, or that his money came or went. */
export async function recordConversion(
  tx: Tx,
  { trackerId, details, ...happened }: NewConversion,
): Promise<void> {
  const { brandId, fact, accountId, amountCents, at } = happened;
  await recordEvent(tx, {
    brandId,
    type: eventOf[fact],
    at,
    accountId,
    trackerId,
    details: details ?? { amountCents },
  });
  await enqueue(tx, conversionHappened, { ...happened, at: at.toISOString() });
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
