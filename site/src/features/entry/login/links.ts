import { changePassword, confirmEmail, requestReset } from '#contract/account/credentials.ts';
import { readLinkOwner, signInByLink } from '#contract/account/sign-in.ts';
import { registerExternally } from '#contract/account/sign-up.ts';
import { enterWalk } from '#contract/account/walk.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { call } from '#site/shell/api.ts';
import { awaitFingerprint } from '#site/shell/fingerprint.ts';
import {
  adoptSession,
  enterAfterSignUp,
  markNewcomer,
  arrivalFacts,
  landingFacts,
} from '#site/shell/member-session.ts';
import { visitStorage } from '#site/shell/tracking/consent.ts';
import { beginWalk, isWalking } from '#site/shell/walk.ts';

const CLICK_ID_LIMIT = 128;

/** Signs in with the link of a mail, whichever member was signed in before. */
export async function enterByLink(linkToken: string, clickId: string | null): Promise<void> {
  if (isWalking()) return enterWalkByLink(linkToken);
  const session = await call(signInByLink, {}, { linkToken });
  // A click id of its own is the mail's, not the member's.
  if (clickId && clickId !== session.trackerId)
    visitStorage.set('remarketingId', clickId.slice(0, CLICK_ID_LIMIT));
  void noteMailClick(linkToken, session.trackerId).catch(() => undefined);
  await adoptSession(session);
}

/** Begins a walk of the staff, as a member who does not exist. */
async function enterWalkByLink(linkToken: string): Promise<void> {
  const { endsAt, ...session } = await call(enterWalk, {}, { linkToken });
  beginWalk(endsAt);
  await adoptSession(session);
}

/** Asking whose link it is counts the click on the mail. */
async function noteMailClick(linkToken: string, trackerId: string): Promise<void> {
  const remarketingId = visitStorage.get('remarketingId');
  await call(
    readLinkOwner,
    { trackerId, linkKind: 'email', linkEvent: 'autologin', ...(remarketingId && { remarketingId }) },
    { linkToken },
  );
}

export async function confirmByLink(linkToken: string): Promise<void> {
  const confirmed = await call(confirmEmail, {}, { linkToken });
  markNewcomer();
  await adoptSession(confirmed);
}

/** Signs up with what a partner has put into a link. */
export async function registerByLink(linkToken: string): Promise<void> {
  await awaitFingerprint();
  const { result } = await call(registerExternally, { member: { ...arrivalFacts(), linkToken } });
  await enterAfterSignUp(result);
}

export async function askForReset(email: string): Promise<void> {
  await call(requestReset, { email, ...landingFacts() });
}

/** Chooses a new password with the link of a reset mail, which also signs in. False where the link is no longer good. */
export async function choosePassword(linkToken: string, password: string): Promise<boolean> {
  try {
    const { token, user } = await call(changePassword, { password, linkToken }, { linkToken });
    await adoptSession({ token, trackerId: user.trackerId, user });
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'link.invalid') return false;
    throw error;
  }
}
