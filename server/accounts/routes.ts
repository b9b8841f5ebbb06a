import * as credentials from '../../contract/account/credentials.ts';
import * as own from '../../contract/account/own-account.ts';
import * as contract from '../../contract/account/sign-in.ts';
import { bind } from '../platform/http/bind.ts';
import { changeEmail, confirmEmail, resendConfirmation } from './own-email.ts';
import { changePassword, requestReset } from './own-password.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, signOut, savePushToken } from './own-sessions.ts';
import { readLinkOwner, signIn, signInByLink } from './sign-in.ts';
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
