import { PREMIUM_LEVELS } from '../../../contract/kernel/constants.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { EventAcknowledgement, EventInput } from '../../../contract/kernel/event.ts';
import type { like as event } from '../../../contract/discovery/deck.ts';
import type { MemberContext } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import { readViewer } from '../../profiles/viewer.ts';
import { giveLike } from './give-like.ts';
import { meet } from './meet.ts';

/** The heart of a card or a page. Twice is once; what cannot be paid for is not stored. */
export async function likePerson(
  context: MemberContext,
  { profileId }: Pick<EventInput<typeof event>, 'profileId'>,
): Promise<EventAcknowledgement<typeof event>> {
  const viewer = await readViewer(context);
  const paid = viewer.level === PREMIUM_LEVELS.free;
  return transact(context.db, async (tx, afterCommit) => {
    const pair = (await meet(tx, context.brandId, viewer.profileId, profileId)) ?? fail('request.not_found');
    const { likeCredits, matched } = await giveLike(context, { tx, afterCommit }, pair, { paid });
    return { likeCredits, matched };
  });
}
