/** Everything that accounts add to the program. */

import * as credentials from '#contract/account/credentials.ts';
import * as identities from '#contract/account/identities.ts';
import * as own from '#contract/account/own-account.ts';
import * as passkeys from '#contract/account/passkeys.ts';
import * as proof from '#contract/account/proof.ts';
import * as signingIn from '#contract/account/sign-in.ts';
import * as signingUp from '#contract/account/sign-up.ts';
import { enterWalk as enterWalkEndpoint } from '#contract/account/walk.ts';
import * as brandTexts from '#contract/staff/brand-texts.ts';
import { startWalk as startWalkEndpoint } from '#contract/staff/walks.ts';
import type { App } from '#server/app.ts';
import { bind } from '#server/bind.ts';
import { cronJob, enqueue, handle } from '#server/platform/jobs/jobs.ts';
import type { Module } from '#server/platform/module.ts';
import { enableDueAccounts } from './disabling.ts';
import { changeEmail, confirmEmail, resendConfirmation } from './own-email.ts';
import { listIdentities, removeIdentity } from './own-identities.ts';
import { changePassword, requestReset, sendReset, sendResetJob } from './own-password.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, signOut } from './own-sessions.ts';
import { addPasskey, startPasskey, listPasskeys, removePasskey } from './passkeys/own-passkeys.ts';
import { signInWithPasskey, startPasskeySignIn } from './passkeys/sign-in-with-passkey.ts';
import { closeAccount, eraseDueAccounts, keepAccount, replayErasures } from './privacy/close-and-erase.ts';
import { downloadExport, expireExports, exportJobs, listExports, requestExport } from './privacy/exports.ts';
import { deleteOldTombstones, tombstoneJobs } from './privacy/tombstones.ts';
import {
  proveByGoogle,
  proveByPasskey,
  proveByPassword,
  readProofMethods,
  startPasskeyProof,
} from './prove.ts';
import { readLinkOwner, signIn, signInByLink } from './sign-in.ts';
import { acceptTerms } from './signup/consents.ts';
import { signInWithGoogle, startGoogle } from './signup/google.ts';
import { forgetTraces } from './signup/guard-sign-up.ts';
import { registerExternally } from './signup/register-externally.ts';
import { register } from './signup/register.ts';
import { countTermsConsents } from './terms-consents.ts';
import { verifySession } from './verify-session.ts';
import { endWalk, endWalkJob } from './walks/end-walk.ts';
import { enterWalk } from './walks/enter-walk.ts';
import { startWalk } from './walks/start-walk.ts';

const replayJob = cronJob('accounts', replayErasures, { match: '47 3 * * *' });

export const accounts = {
  name: 'accounts',
  routes: [
    bind(signingIn.authenticate, signIn),
    bind(signingIn.verify, verifySession),
    bind(signingIn.signOut, signOut),
    bind(signingIn.signInByLink, signInByLink),
    bind(signingIn.readLinkOwner, readLinkOwner),
    bind(signingIn.startGoogle, startGoogle),
    bind(signingUp.register, register),
    bind(signingUp.registerExternally, registerExternally),
    bind(signingUp.acceptTerms, acceptTerms),
    bind(signingUp.signInWithGoogle, signInWithGoogle),
    bind(signingUp.signInWithGoogleFromHome, signInWithGoogle),
    bind(credentials.requestReset, requestReset),
    bind(credentials.changePassword, changePassword),
    bind(credentials.changeEmail, changeEmail),
    bind(credentials.confirmEmail, confirmEmail),
    bind(credentials.resendConfirmation, resendConfirmation),
    bind(own.listOwnSessions, listOwnSessions),
    bind(own.endOwnSession, endOwnSession),
    bind(own.endOtherSessions, endOtherSessions),
    bind(own.closeAccount, closeAccount),
    bind(own.keepAccount, keepAccount),
    bind(own.requestExport, requestExport),
    bind(own.listExports, listExports),
    bind(own.downloadExport, downloadExport),
    bind(passkeys.startPasskey, startPasskey),
    bind(passkeys.addPasskey, addPasskey),
    bind(passkeys.listPasskeys, listPasskeys),
    bind(passkeys.removePasskey, removePasskey),
    bind(identities.listIdentities, listIdentities),
    bind(identities.removeIdentity, removeIdentity),
    bind(brandTexts.countTermsConsents, countTermsConsents),
    bind(proof.readProofMethods, readProofMethods),
    bind(proof.proveByPassword, proveByPassword),
    bind(proof.startPasskeyProof, startPasskeyProof),
    bind(proof.proveByPasskey, proveByPasskey),
    bind(proof.proveByGoogle, proveByGoogle),
    bind(passkeys.startPasskeySignIn, startPasskeySignIn),
    bind(passkeys.signInWithPasskey, signInWithPasskey),
    bind(startWalkEndpoint, startWalk),
    bind(enterWalkEndpoint, enterWalk),
  ],
  jobs: [
    handle(sendResetJob, sendReset),
    handle(endWalkJob, endWalk),
    ...exportJobs,
    ...tombstoneJobs,
    replayJob,
    cronJob('accounts', eraseDueAccounts, { match: '7 * * * *' }),
    cronJob('accounts', enableDueAccounts, { match: '* * * * *', maxAttempts: 1, backfillMinutes: 0 }),
    cronJob('accounts', expireExports, { match: '37 * * * *' }),
  ],
  async cleanUp(app: App) {
    await forgetTraces(app);
    await deleteOldTombstones(app);
  },
  // A start may follow a restored backup.
  start({ db, log, config }) {
    if (config.roles.includes('worker'))
      enqueue(db, replayJob.kind, {}, { key: 'start' }).catch((error: unknown) =>
        log.error({ err: error }, 'could not look for erased accounts that are back'),
      );
    return {};
  },
} satisfies Module;
