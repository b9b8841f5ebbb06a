import type { InputOf } from '../../contract/endpoint.ts';
import type { requestReset as contract } from '../../contract/credentials.ts';
import { fail } from '../../contract/errors.ts';
import type { VisitorContext } from '../core/app.ts';
import { enqueue } from '../core/jobs.ts';
import { isEmailAddress, normalEmail } from './email-address.ts';
import { findAccountByEmail } from './queries.ts';
import { sendReset } from './send-reset.ts';

/**
 * Asks for a mail with a link to choose a new password. Everything that differs between an address we know and one we
 * do not happens later, in a job, so both take as long. A disabled account gets the same answer as any other and no
 * mail: only its own password may tell that it is disabled.
 */
export async function requestReset(context: VisitorContext, input: InputOf<typeof contract>) {
  const { db, brandId, origin, limits, ip } = context;
  const email = normalEmail(input.email);
  if (!isEmailAddress(email)) fail('field.email');
  await limits.hit('resetAddress', ip);
  await limits.hit('resetEmail', `${brandId}:${email}`);
  const account = await findAccountByEmail(db, brandId, email);
  await enqueue(db, sendReset, { brandId, accountId: account?.id ?? null, origin });
  if (!account) fail('reset.unknown_email');
  return { result: 'OK' as const };
}
