import { QUEUE_COUNTED_TO } from '#contract/kernel/constants.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { workQueues } from '#contract/staff/waiting.ts';
import type { WaitingWork, WorkQueue, readWaiting as endpoint } from '#contract/staff/waiting.ts';
import type { StaffContext } from '#server/app.ts';
import { brandIdsFor, brandsWhere } from '#server/brands/staff-context.ts';
import { countWaitingFor } from '#server/hosts/queue.ts';
import { countOpenTo as countCases } from '#server/moderation/cases.sql.ts';
import { countOpenTo as countTickets } from '#server/support/tickets.sql.ts';

const LIMIT = QUEUE_COUNTED_TO + 1;

/** What waits for the caller, in each queue at the brands where the caller may take it, or at one of them. */
export async function readWaiting(
  context: StaffContext,
  { brand }: InputOf<typeof endpoint>,
): Promise<WaitingWork> {
  const { app, staffId } = context;
  const brandIds = brandIdsFor(context, brand);
  const at = (queue: WorkQueue) => ({ brandIds: brandsWhere(context, brandIds, workQueues[queue]), staffId });
  const [conversations, tickets, moderation] = await Promise.all([
    countWaitingFor(context, at('conversations').brandIds),
    countTickets(app.db, at('tickets'), LIMIT),
    countCases(app.db, at('moderation'), LIMIT, app.clock.now()),
  ]);
  return {
    conversations: { ...describeQueue(conversations), first: conversations.first },
    tickets: describeQueue(tickets),
    moderation: describeQueue(moderation),
  };
}

function describeQueue({ count, newest }: { count: number; newest: Date | null }) {
  return { count, newest: newest?.getTime() ?? null };
}
