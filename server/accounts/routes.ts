import * as credentials from '../../contract/account/credentials.ts';
import * as own from '../../contract/account/own-account.ts';
import * as contract from '../../contract/account/sign-in.ts';
import { bind } from '../platform/http/bind.ts';
import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail } from './confirm-email.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, signOut } from './own-sessions.ts';
import { readLinkOwner } from './read-link-owner.ts';
import { requestReset } from './request-reset.ts';
import { resendConfirmation } from './resend-confirmation.ts';
import { savePushToken } from './save-push-token.ts';
import { signIn } from './sign-in.ts';
import { signInByLink } from './sign-in-by-link.ts';
import { verifySession } from './verify-session.ts';

export const accountRoutes = [
  bind(contract.authenticate, signIn),
  bind(contract.verify, verifySession),
  bind(contract.signOut, signOut),
  bind(contract.signInByLink, signInByLink),
  bind(contract.readLinkOwner, readLinkOwner),
  bind(credentials.requestReset, requestReset),
  bind(credentials.changePassword, changePassword),
  bind(credentials.changeEmail, changeEmail),
  bind(credentials.confirmEmail, confirmEmail),
  bind(credentials.resendConfirmation, resendConfirmation),
  bind(own.listOwnSessions, listOwnSessions),
  bind(own.endOwnSession, endOwnSession),
  bind(own.endOtherSessions, endOtherSessions),
  bind(own.savePushToken, savePushToken),
];
