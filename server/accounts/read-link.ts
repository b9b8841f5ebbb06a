import { fail } from '../../contract/kernel/errors.ts';
import type { LinkContext } from '../app.ts';
import { openAccountLink } from './account-links.ts';
import { findCredentials } from './queries.ts';
import type { Credentials } from './queries.ts';

/** Whose autologin link it is, if it is still good for anything. */
export async function readLink(context: LinkContext): Promise<Credentials> {
  const { accountId, version } = await openAccountLink(context, 'autologin');
  const account = await findCredentials(context.db, context.brandId, accountId);
  if (account?.credentials_version !== version) return fail('link.invalid');
  if (account.status === 'disabled') fail('account.disabled');
  return account;
}
