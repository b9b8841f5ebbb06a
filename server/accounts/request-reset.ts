import type { InputOf } from '../../contract/kernel/endpoint.ts';
import type { requestReset as contract } from '../../contract/account/credentials.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { VisitorContext } from '../app.ts';
import { networkOf } from '../platform/security/limits.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { doorOf, isEmailAddress, normalEmail } from './email-address.ts';
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
  const door = doorOf(brandId, email);
  await limits.hit('resetNetwork', `${door} ${networkOf(ip)}`);
  const account = await findAccountByEmail(db, brandId, email);
  // Strangers can ask for so many mails and no more, but never use up what the owner may ask for: the links that went
  // out within the hour are still good, so he has what he asks for.
  if (await limits.tryHit('resetEmail', door))
    await enqueue(db, sendReset, { brandId, accountId: account?.id ?? null, origin });
  if (!account) fail('reset.unknown_email');
  return { result: 'OK' as const };
}
