/** How often a member has broken the rules, and what the next time leads to. */

import { sql } from 'kysely';
import { sanctionReasons } from '#contract/moderation/sanctions.ts';
import type { SanctionReason, SanctionSuggestion } from '#contract/moderation/sanctions.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

/** After so long a strike no longer counts. */
const STRIKE_COUNTS_FOR = 180 * DAY;

/** What the first, second, third strike leads to. Whatever comes after the last leads to the last. */
const ladder: readonly [SanctionSuggestion, ...SanctionSuggestion[]] = [
  { kind: 'warning', hours: null },
  { kind: 'mute', hours: 24 },
  { kind: 'suspend', hours: 7 * 24 },
  { kind: 'close', hours: null },
];

/** For these there is no warning. */
const closesAtOnce: ReadonlySet<SanctionReason> = new Set(['underage', 'scam']);

export function strikeUntil(at: Date): Date {
  return new Date(at.getTime() + STRIKE_COUNTS_FOR);
}

/** What the ladder proposes for a member with so many strikes. The moderator decides. */
export function suggestSanction(strikes: number, reason: SanctionReason): SanctionSuggestion {
  if (closesAtOnce.has(reason)) return { kind: 'close', hours: null };
  return ladder[Math.min(strikes, ladder.length - 1)] ?? ladder[0];
}

export function suggestSanctions(strikes: number): Record<SanctionReason, SanctionSuggestion> {
  const pairs = sanctionReasons.map((reason) => [reason, suggestSanction(strikes, reason)]);
  return Object.fromEntries(pairs) as Record<SanctionReason, SanctionSuggestion>;
}

/** The strikes that count now. */
export async function countStrikes(
  db: DbOrTx,
  { brandId, accountId, now }: { brandId: string; accountId: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ strikes: number }>`
    select count(*)::int as strikes from sanction
    where brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid
      and not strike_revoked and strike_until > ${now}::timestamptz`.execute(db);
  return rows[0]?.strikes ?? 0;
}
