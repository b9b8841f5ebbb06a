import type { ReplyOf } from '../../contract/endpoint.ts';
import type { blockPerson as endpoint } from '../../contract/safety.ts';
import type { MemberContext } from '../core/app.ts';
import { transact } from '../core/database.ts';
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
