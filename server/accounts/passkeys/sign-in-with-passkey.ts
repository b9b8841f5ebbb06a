/** Signing in with a passkey. */

import { z } from 'zod';
import type { signInWithPasskey as signInWithPasskeyEndpoint } from '../../../contract/account/passkeys.ts';
import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import { Failure, fail } from '../../../contract/kernel/errors.ts';
import type { VisitorContext } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/database.ts';
import { deviceTokenFor } from '../../platform/security/login-guard.ts';
import { openSession } from '../../platform/security/sessions.ts';
import { askForPasskey, readCounter, takeTicket } from '../../platform/security/webauthn.ts';
import { refuseDisabled } from '../credentials.ts';
import { loginLimitKey } from '../email-address.ts';
import { describeSignedIn } from '../verify-session.ts';

/** Stands for whoever signs in and has yet to say who he is. */
const VISITOR = 'visitor';

/** What the browser needs to sign in. It finds the passkeys by itself, so nobody says who he is beforehand. */
export function startPasskeySignIn(context: VisitorContext) {
  return askForPasskey(context, VISITOR);
}

export async function signInWithPasskey(
  context: VisitorContext,
  input: InputOf<typeof signInWithPasskeyEndpoint>,
) {
  const { limits } = context.app;
  const { ip } = context;
  await limits.hit('loginAddress', ip);
  const entered = await enter(context, input).catch(async (error: unknown) => {
    // Only a wrong answer counts.
    if (!(error instanceof Failure) || error.code !== 'login.passkey')
      await limits.forgive('loginAddress', ip);
    throw error;
  });
  await limits.forgive('loginAddress', ip);
  const { accountId, trackerId, token } = entered;
  const user = await describeSignedIn(context, accountId);
  const deviceToken = deviceTokenFor(context.app, { account: loginLimitKey(context.brandId, user.email) });
  return { token, trackerId, user, deviceToken };
}

/** The parts that say whose passkey it is. The rest is for the library. */
const assertion = z.object({
  id: z.string().max(1400),
  response: z.object({ userHandle: z.string().max(100) }),
});

async function enter(
  context: VisitorContext,
  { ticket, response }: InputOf<typeof signInWithPasskeyEndpoint>,
) {
  const challenge = (await takeTicket(context, VISITOR, ticket)) ?? fail('login.passkey');
  const { data } = assertion.safeParse(response);
  if (!data) return fail('login.passkey');
  return transact(context.app.db, async (tx) => {
    const passkey = (await lockPasskey(tx, context.brandId, data.id)) ?? fail('login.passkey');
    if (data.response.userHandle !== userHandleOf(passkey.account_id).toString('base64url'))
      fail('login.passkey');
    const counter = (await readCounter(context, passkey, response, challenge)) ?? fail('login.passkey');
    refuseDisabled(passkey);
    return {
      accountId: passkey.account_id,
      trackerId: passkey.tracker_id,
      token: await open(context, tx, { id: passkey.id, accountId: passkey.account_id, counter }),
    };
  });
}

async function open(
  context: VisitorContext,
  tx: Tx,
  { id, accountId, counter }: { id: string; accountId: string; counter: number },
): Promise<string> {
  await markPasskeyUsed(tx, context.brandId, { id, counter, at: context.app.clock.now() });
  return openSession(context, tx, accountId, 'passkey');
}

/** A passkey and whom it opens to, for nobody else to use at the same time. */
function lockPasskey(tx: Tx, brandId: string, id: string) {
  return tx
    .selectFrom('passkey as p')
    .innerJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 'p.brand_id').onRef('a.id', '=', 'p.account_id'),
    )
    .select(['p.id', 'p.account_id', 'p.public_key', 'p.counter', 'a.status', 'a.tracker_id'])
    .select(['a.disabled_by', 'a.disabled_reason', 'a.disabled_until'])
    .where('p.brand_id', '=', brandId)
    .where('p.id', '=', id)
    .forUpdate('p')
    .executeTakeFirst();
}

async function markPasskeyUsed(
  tx: Tx,
  brandId: string,
  { id, counter, at }: { id: string; counter: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('passkey')
    .set({ counter, last_used_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}

/** How an account is called inside a passkey. Its address or its name may change, this does not. */
export function userHandleOf(accountId: string): Buffer<ArrayBuffer> {
  return Buffer.from(accountId.replaceAll('-', ''), 'hex');
}
