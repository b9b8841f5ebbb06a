import type { ReplyOf } from '../../../contract/kernel/endpoint.ts';
import type { blockPerson as endpoint } from '../../../contract/profile/safety.ts';
import type { MemberContext } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import { block, findOther } from './avoid.ts';

export function blockPerson(
  context: MemberContext,
  { profileId }: { profileId: string },
): Promise<ReplyOf<typeof endpoint>> {
  return transact(context.db, async (tx) => {
    await block(context, tx, await findOther(context, tx, profileId));
    return { result: 'OK' };
  });
}
