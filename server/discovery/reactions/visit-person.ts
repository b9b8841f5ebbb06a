import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import type { recordVisit as endpoint } from '../../../contract/profile/people.ts';
import type { MemberContext } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import { readViewer } from '../../profiles/viewer.ts';
import { meet } from './meet.ts';
import { recordVisit } from './record-visit.ts';

/** Who opens a page need not know whether there was anybody to visit. */
export async function visitPerson(
  context: MemberContext,
  { profileId }: Pick<InputOf<typeof endpoint>, 'profileId'>,
): Promise<ReplyOf<typeof endpoint>> {
  const viewer = await readViewer(context);
  await transact(context.db, async (tx, afterCommit) => {
    const pair = await meet(tx, context.brandId, viewer.profileId, profileId);
    if (pair) await recordVisit(context, { tx, afterCommit }, pair);
  });
  return { result: 'OK' };
}
