import { fail } from '../../../contract/kernel/errors.ts';
import { isDisposable, isEmailAddress, normalEmail } from '../email-address.ts';

/** The address in its usual spelling. */
export function checkEmail(typed: string | undefined): string {
  const email = normalEmail(typed ?? '');
  return isEmailAddress(email) ? email : fail('field.email');
}

export function refuseDisposable(email: string): void {
  if (isDisposable(email)) fail('signup.email_forbidden');
}
