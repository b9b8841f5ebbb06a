import type { VisitorContext } from '../app.ts';
import { findSession } from '../platform/security/sessions.ts';
import { findFlowOf } from './queries.ts';

/** The flow of the member whose session a page shows; nothing where it shows none that lives. */
export async function readOwnFlow(
  context: VisitorContext,
  authorization: string | undefined,
): Promise<string | undefined> {
  const token = /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  const session = await findSession(context, context.brandId, token);
  return session && findFlowOf(context.db, context.brandId, session.accountId);
}
