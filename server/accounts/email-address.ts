import { domainToASCII } from 'node:url';
import { disposableEmailBlocklist } from 'disposable-email-domains-js';
import { isEmailAddress } from '#contract/kernel/email-address.ts';
import { fail } from '#contract/kernel/errors.ts';

/** Spaces are dropped, case does not count, and letters that only look different are the usual ones. */
export function normalEmail(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
}

let disposable: ReadonlySet<string> | undefined;

/** Whether the address is of the sort that is thrown away after one mail. Hosts below such a domain count too. */
export function isDisposable(email: string): boolean {
  disposable ??= new Set(disposableEmailBlocklist());
  // Letters that only look different lead to the same host.
  const labels = domainToASCII(email.slice(email.lastIndexOf('@') + 1)).split('.');
  return labels.some((_, index) => disposable?.has(labels.slice(index).join('.')));
}

/** Enough to recognise one's own address, too little to guess another's: not even its length. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  const [name = '', ...rest] = domain.split('.');
  const last = local.length > 3 ? local.slice(-1) : '';
  return `${firstOf(local)}•••${last}@${firstOf(name)}•••.${rest.at(-1) ?? ''}`;
}

function firstOf(text: string): string {
  return text.length > 1 ? text.charAt(0) : '';
}

/** What guesses at an account are counted by. */
export function loginLimitKey(brandId: string, email: string): string {
  return `${brandId}:${email}`;
}

/** The address in its usual spelling. */
export function checkEmail(typed: string | undefined): string {
  const email = normalEmail(typed ?? '');
  return isEmailAddress(email) ? email : fail('field.email');
}

export function refuseDisposable(email: string): void {
  if (isDisposable(email)) fail('signup.email_forbidden');
}
