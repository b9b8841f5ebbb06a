import {
  WebAuthnAbortService,
  WebAuthnError,
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import {
  addPasskey,
  listPasskeys,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '#contract/account/passkeys.ts';
import { proveByPasskey, startPasskeyProof } from '#contract/account/proof.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { call } from '#site/shell/api.ts';
import { adoptSession } from '#site/shell/member-session.ts';

type WebAuthnObject = InputOf<typeof signInWithPasskey>['response'];

/** The browser asked, and the person said no or let it be. */
function wasLeft(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED') return true;
  return error.name === 'NotAllowedError' || error.name === 'AbortError';
}

async function unlessLeft(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (wasLeft(error)) return false;
    throw error;
  }
}

/** Opens the browser's own window to choose a passkey. Closing it is no failure. */
export async function signInByPasskey(): Promise<void> {
  await unlessLeft(() => answerWithPasskey(false));
}

/** Offers passkeys in the list that opens under the address field. Waits until one is chosen or the wait is ended. */
export async function signInByAutofill(): Promise<void> {
  if (await browserSupportsWebAuthnAutofill()) await unlessLeft(() => answerWithPasskey(true));
}

export function stopWaitingForAutofill(): void {
  WebAuthnAbortService.cancelCeremony();
}

async function answerWithPasskey(useBrowserAutofill: boolean): Promise<void> {
  const { options, ticket } = await call(startPasskeySignIn, {});
  // A visitor who has gone on to another page meanwhile has no list to choose from.
  if (useBrowserAutofill && !document.querySelector('input[autocomplete$="webauthn"]')) return;
  const response = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill,
  });
  await adoptSession(
    await call(signInWithPasskey, { ticket, response: response as unknown as WebAuthnObject }),
  );
}

/** Shows a passkey in the session that is open. Says whether it was shown. */
export function showPasskey(trackerId: string): Promise<boolean> {
  return unlessLeft(async () => {
    const { options, ticket } = await call(startPasskeyProof, { trackerId });
    const response = await startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    });
    await call(proveByPasskey, { trackerId, ticket, response: response as unknown as WebAuthnObject });
  });
}

/** Makes a passkey on this device. Says whether it was made. */
export function makePasskey(trackerId: string): Promise<boolean> {
  return unlessLeft(async () => {
    const { options, ticket } = await call(startPasskey, { trackerId });
    const response = await startRegistration({
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    });
    await call(addPasskey, { trackerId, ticket, response: response as unknown as WebAuthnObject });
  });
}

/** Whether a passkey would be something new here: this device can make one, and the member has none. */
export async function couldUsePasskey(trackerId: string): Promise<boolean> {
  if (!(await platformAuthenticatorIsAvailable())) return false;
  const { passkeys } = await call(listPasskeys, { trackerId });
  return passkeys.length === 0;
}
