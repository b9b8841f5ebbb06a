import type { InputOf } from '../../contract/kernel/endpoint.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { signInByLink as contract } from '../../contract/account/sign-in.ts';
import type { SignedIn } from '../../contract/account/user.ts';
import type { LinkContext } from '../app.ts';
import { deviceTokenFor } from '../platform/security/login-guard.ts';
import { describeUser } from './describe-user.ts';
import { doorOf, normalEmail } from './email-address.ts';
import { openCurrentSession } from './open-current-session.ts';
import { readLink } from './read-link.ts';

/** Signs in with a link from a mail, as often as it is followed while it is good. */
export async function signInByLink(context: LinkContext, input: InputOf<typeof contract>): Promise<SignedIn> {
  const account = await readLink(context);
  if (input.email && normalEmail(input.email) !== account.email) fail('link.invalid');
  const token = (await openCurrentSession(context, account, 'link')) ?? fail('link.invalid');
  return {
    token,
    trackerId: account.tracker_id,
    user: await describeUser(context, account.id),
    deviceToken: deviceTokenFor(context, { account: doorOf(context.brandId, account.email) }),
  };
}
