import { CLAIM_SECONDS } from '../../../contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type {
  claimConversation as claimEndpoint,
  claimNext as nextEndpoint,
} from '../../../contract/staff/chat.ts';
import type { StaffContext } from '../../app.ts';
import { SECOND } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import { brandIdOf, describeWaiting } from './list-queue.ts';
import { isWaiting, readWaiting, takeConversation, takeNext } from './queue-queries.ts';
import { atBrand } from '../../brands/staff-context.ts';

/** What a host has from now on, unless he writes or gives it back. */
export function newClaim({ staffId, clock }: StaffContext) {
  const now = clock.now();
  return { staffId, now, until: new Date(now.getTime() + CLAIM_SECONDS * SECOND) };
}

/** Gives the host the conversation that has waited longest of those that nobody has. */
export async function claimNext(
  context: StaffContext,
  { brand }: InputOf<typeof nextEndpoint>,
): Promise<ReplyOf<typeof nextEndpoint>> {
  const brandId = brandIdOf(context, brand);
  const claim = newClaim(context);
  const row = await transact(context.db, async (tx) => {
    const taken = await takeNext(tx, brandId, claim);
    return taken && readWaiting(tx, taken, claim.now);
  });
  return { conversation: row ? describeWaiting(context, row) : null };
}

/** Gives the host this very conversation, or leaves it with him for longer. One in which nobody waits is not found. */
export async function claimConversation(
  context: StaffContext,
  { brand, id }: InputOf<typeof claimEndpoint>,
): Promise<ReplyOf<typeof claimEndpoint>> {
  const { db, brandId } = atBrand(context, brand);
  const claim = newClaim(context);
  if (await takeConversation(db, { brandId, id }, claim)) return { until: claim.until.getTime() };
  return fail((await isWaiting(db, { brandId, id })) ? 'queue.taken' : 'request.not_found');
}
