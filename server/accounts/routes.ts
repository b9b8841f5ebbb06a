import * as contract from '../../contract/accounts.ts';
import type { MemberContext } from '../core/app.ts';
import { bind } from '../core/http/bind.ts';
import { endSession } from '../core/sessions.ts';
import { signIn } from './sign-in.ts';
import { verifySession } from './verify-session.ts';

async function signOut({ db, brandId, sessionId }: MemberContext) {
  await endSession(db, brandId, sessionId);
  return { result: 'OK' as const };
}

export const accountRoutes = [
  bind(contract.authenticate, signIn),
  bind(contract.verify, verifySession),
  bind(contract.signOut, signOut),
];
