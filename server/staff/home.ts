/** What waits for a person of the staff, whatever their roles: each kind is asked of the room that it belongs to. */

import { QUEUE_COUNTED_TO } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { waitingKindNames, waitingKinds } from '#contract/staff/home.ts';
import type { Waiting, WaitingKind, readHome as endpoint } from '#contract/staff/home.ts';
import type { StaffContext } from '#server/app.ts';
import {
  readFailedRefunds,
  readOpenDifferences,
  readOpenDisputes,
} from '#server/billing/desk/waiting-money.ts';
import { missingFacts } from '#server/brands/legal-text.ts';
import { brandIdsFor, brandsWhere } from '#server/brands/staff-context.ts';
import { readOldestWaiting } from '#server/hosts/queue.ts';
import { readGaps, readUnanswered } from '#server/hosts/shortages.ts';
import { readOldestOpenTo as readOldestCases } from '#server/moderation/cases.sql.ts';
import { readQueues } from '#server/platform/work/overview.ts';
import { readOldestOpenTo as readOldestTickets } from '#server/support/tickets.sql.ts';

const LIMIT = QUEUE_COUNTED_TO + 1;

/** The oldest first; what has no age comes last. */
export async function readHome(
  context: StaffContext,
  { brand }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const brandIds = brandIdsFor(context, brand);
  const read = async (kind: WaitingKind) => {
    const here = brandsWhere(context, brandIds, waitingKinds[kind]);
    return here.length === 0 ? [] : readers[kind](context, here);
  };
  const lines = await Promise.all(
    waitingKindNames.map(async (kind) => describe(context, kind, await read(kind))),
  );
  const age = ({ since }: Waiting) => since ?? Number.MAX_SAFE_INTEGER;
  return { waiting: lines.flat().toSorted((one, other) => age(one) - age(other)) };
}

interface Line {
  /** Missing for what belongs to no brand. */
  brand_id?: string;
  count: number;
  since: Date | null;
}

function describe({ app }: StaffContext, kind: WaitingKind, lines: readonly Line[]): Waiting[] {
  return lines
    .filter(({ count }) => count > 0)
    .map(({ brand_id, count, since }) => ({
      kind,
      brand: brand_id === undefined ? null : (app.brands.byId(brand_id)?.key ?? null),
      count,
      since: since?.getTime() ?? null,
    }));
}

/** What waits at the brands where the caller may do something about it. */
const readers: Record<WaitingKind, (context: StaffContext, brandIds: readonly string[]) => Promise<Line[]>> =
  {
    conversations: readOldestWaiting,
    cases: ({ app, staffId }, brandIds) =>
      readOldestCases(app.db, { brandIds, staffId }, LIMIT, app.clock.now()),
    tickets: ({ app, staffId }, brandIds) => readOldestTickets(app.db, { brandIds, staffId }, LIMIT),
    refunds: readFailedRefunds,
    disputes: readOpenDisputes,
    differences: async (context) => [await readOpenDifferences(context)],
    async unanswered(context, brandIds) {
      const rows = await readUnanswered(context, brandIds);
      return rows.map(({ brand_id, profiles, since }) => ({ brand_id, count: profiles, since }));
    },
    async shifts(context, brandIds) {
      const gaps = await readGaps(context, brandIds);
      // It has not waited yet: it is to come.
      return gaps.map(({ brand_id, hours }) => ({ brand_id, count: hours, since: null }));
    },
    async facts({ app }, brandIds) {
      return brandIds.flatMap((brand_id) => {
        const brand = app.brands.byId(brand_id);
        return brand ? [{ brand_id, count: missingFacts(brand).length, since: null }] : [];
      });
    },
    // It is of all brands, and so for those who work for all.
    async work({ app, isOwner }) {
      if (!isOwner) return [];
      const queues = await readQueues(app, app.queues);
      return [{ count: queues.reduce((sum, { givenUp }) => sum + givenUp, 0), since: null }];
    },
  };
