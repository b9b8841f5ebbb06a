/** The check of a session that a page makes when it starts, and the gift for coming back, also by signing in. */

import type { Suspension, verify } from '#contract/account/sign-in.ts';
import type { User } from '#contract/account/user.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { VisitorContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { checkSession, findSession, hashToken } from '#server/platform/security/sessions.ts';
import { disabledColumns, suspensionOf } from './credentials.ts';
import { describeMember, describeUser, readMember } from './describe-user.ts';
import type { MemberRow } from './describe-user.ts';
import { readWalkedBrand } from './walked-brand.ts';

/** The check a page makes when it starts. A live token with another's tracker id counts as dead. */
export async function verifySession(
  context: VisitorContext,
  input: InputOf<typeof verify>,
): Promise<ReplyOf<typeof verify>> {
  const { db } = context.app;
  const { brandId } = context;
  if (!input.token) return { status: 'dead' };
  const session = await checkSession(context.app, brandId, input.token);
  if (session === 'disabled')
    return { status: 'disabled', suspension: await readSuspension(db, brandId, input.token) };
  if (session === 'dead' || session.trackerId !== input.trackerId) return { status: 'dead' };
  const member = await readMember(context.app, brandId, session.accountId);
  if (!member) return { status: 'dead' };
  if (!session.walks) return { status: 'live', user: await welcome(context, member) };
  const brand = await readWalkedBrand(context.app, context.brand, session.accountId);
  return { status: 'live', user: describeMember({ ...context, brand }, member, null) };
}

/** A member who has just signed in, as their browser knows them, with the gift for coming back. */
export async function describeSignedIn(context: VisitorContext, accountId: string): Promise<User> {
  const member = await readMember(context.app, context.brandId, accountId);
  if (!member) throw new Error('a session without a member');
  return welcome(context, member);
}

async function welcome(context: VisitorContext, member: MemberRow): Promise<User> {
  const gift = await recordVisit(context, member);
  // What was read before knows nothing of the gift.
  return gift > 0 ? describeUser(context, member.account_id, gift) : describeMember(context, member, null);
}

/** Why the owner of this token is shut out, where that is by a sanction. */
async function readSuspension(db: DbOrTx, brandId: string, token: string): Promise<Suspension | null> {
  const account = await db
    .selectFrom('session as s')
    .innerJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 's.brand_id').onRef('a.id', '=', 's.account_id'),
    )
    .select(disabledColumns)
    .where('s.brand_id', '=', brandId)
    .where('s.token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return account ? suspensionOf(account) : null;
}

/** A member who was here more recently is not away. */
const AWAY_AFTER = 5 * MINUTE;

/** Answers with the message credits for coming back. Of two tabs that start at once, one gets them. */
async function recordVisit(context: VisitorContext, member: MemberRow): Promise<number> {
  const { db, clock, accountHandlers } = context.app;
  const { brand, brandId } = context;
  const { account_id: accountId, flow_id, status } = member;
  const at = clock.now();
  if (at.getTime() - member.last_active_at.getTime() < AWAY_AFTER) return 0;
  return transact(db, async (tx) => {
    const lastVisit = await lockLastVisit(tx, brandId, accountId);
    if (!lastVisit) return 0;
    const away = at.getTime() - lastVisit.getTime();
    if (away < AWAY_AFTER) return 0;
    const visit = { accountId, flow: brand.flows.get(flow_id), isActive: status === 'active', at, away };
    let gift = 0;
    for (const { returned } of accountHandlers) gift += (await returned?.(context, tx, visit)) ?? 0;
    return gift;
  });
}

/** The flow of the member whose session a page shows, and the brand as they see it; nothing where it shows none that lives. */
export async function readOwnFlow(
  context: VisitorContext,
  authorization: string | undefined,
): Promise<OwnFlow | undefined> {
  const token = /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  const session = await findSession(context.app, context.brandId, token);
  if (!session) return undefined;
  const { app, brand, brandId } = context;
  const flowId = await findFlowOf(app.db, brandId, session.accountId);
  if (flowId === undefined) return undefined;
  return { flowId, brand: session.walks ? await readWalkedBrand(app, brand, session.accountId) : brand };
}

export interface OwnFlow {
  flowId: string;
  brand: Brand;
}

async function findFlowOf(db: DbOrTx, brandId: string, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select('flow_id')
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.flow_id;
}

/** When they were last here, for one call at a time to answer to. */
async function lockLastVisit(tx: Tx, brandId: string, accountId: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
    )
    .select('p.last_active_at')
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.last_active_at;
}
