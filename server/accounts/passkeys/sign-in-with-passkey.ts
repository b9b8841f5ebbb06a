/** Signing in with a passkey. */

import { z } from 'zod';
import type { signInWithPasskey as signInWithPasskeyEndpoint } from '#contract/account/passkeys.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import type { VisitorContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { openSession } from '#server/platform/security/sessions.ts';
import { askForPasskey, readCounter, takeTicket } from '#server/platform/security/webauthn.ts';
import { refuseDisabled } from '../credentials.ts';
import { deviceTokenOf } from '../known-device.ts';
import { describeSignedIn } from '../verify-session.ts';

/** Stands for the visitor who signs in and has yet to say who they are. */
const VISITOR = 'visitor';

/** What the browser needs to sign in. It finds the passkeys by itself, so no name is asked for beforehand. */
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
    // Only a wrong answer counts towards the limit.
    if (!(error instanceof Failure) || error.code !== 'login.passkey')
      await limits.forgive('loginAddress', ip);
    throw error;
  });
  await limits.forgive('loginAddress', ip);
  const { passkey, token } = entered;
  const user = await describeSignedIn(context, passkey.account_id);
  return { token, trackerId: passkey.tracker_id, user, deviceToken: deviceTokenOf(context, passkey) };
}

/** The parts that say whose passkey it is. The rest is for the library. */
const assertion = z.object({
  id: z.string().max(1400),
  response: z.object({ userHandle: z.string().max(100) }),
});

function enter(context: VisitorContext, input: InputOf<typeof signInWithPasskeyEndpoint>) {
  return transact(context.app.db, async (tx) => {
    const passkey = await usePasskey(context, tx, { ...input, subject: VISITOR });
    return { passkey, token: await openSession(context, tx, passkey.account_id, 'passkey') };
  });
}

/** Reads what a passkey has signed, and counts its use. Answers with whom it opens to; fails where anything is not right. */
export async function usePasskey(
  context: VisitorContext,
  tx: Tx,
  { ticket, response, subject }: InputOf<typeof signInWithPasskeyEndpoint> & { subject: string },
) {
  const { brandId } = context;
  // The challenge is used up even if the sign-in fails, so it is taken outside of the transaction.
  const challenge = (await takeTicket(context, subject, ticket)) ?? fail('login.passkey');
  const { data } = assertion.safeParse(response);
  if (!data) return fail('login.passkey');
  const passkey = (await lockPasskey(tx, brandId, data.id)) ?? fail('login.passkey');
  if (data.response.userHandle !== userHandleOf(passkey.account_id).toString('base64url'))
    fail('login.passkey');
  const counter = (await readCounter(context, passkey, response, challenge)) ?? fail('login.passkey');
  refuseDisabled(passkey);
  await markPasskeyUsed(tx, brandId, { id: passkey.id, counter, at: context.app.clock.now() });
  return passkey;
}

/** A passkey and whom it opens to, locked against other uses at the same time. */
function lockPasskey(tx: Tx, brandId: string, id: string) {
  return tx
    .selectFrom('passkey as p')
    .innerJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 'p.brand_id').onRef('a.id', '=', 'p.account_id'),
    )
    .select(['p.id', 'p.account_id', 'p.public_key', 'p.counter'])
    .select(['a.email', 'a.credentials_version', 'a.status', 'a.tracker_id'])
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
