import { fail } from '../../../contract/kernel/errors.ts';
import type { MemberContext } from '../../app.ts';
import { deletePasskey } from './queries.ts';

/** Forgets one of the caller's passkeys. Another's and a missing one look the same. */
export async function removePasskey(
  { db, brandId, accountId }: MemberContext,
  { passkeyId }: { passkeyId: string },
) {
  if (!(await deletePasskey(db, brandId, { accountId, id: passkeyId }))) fail('request.not_found');
  return { result: 'OK' as const };
}
