import type { SignInMethod } from '../../contract/account/own-account.ts';
import type { VisitorContext } from '../app.ts';
import { transact } from '../platform/database/database.ts';
import { openSession } from '../platform/security/sessions.ts';
import { holdCredentials } from './queries.ts';

/**
 * Opens a session for somebody whose password or link was found good a moment ago. Answers nothing where the
 * credentials have changed since: a change ends all sessions, and none may slip in behind it.
 */
export function openCurrentSession(
  context: VisitorContext,
  { id, credentials_version }: { id: string; credentials_version: number },
  method: SignInMethod,
): Promise<string | undefined> {
  return transact(context.db, async (tx) => {
    if (!(await holdCredentials(tx, context.brandId, id, credentials_version))) return undefined;
    return openSession(context, tx, id, method);
  });
}
