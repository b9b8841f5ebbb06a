export interface SignInFaults {
  email?: 'entry.emailMissing' | 'entry.emailWrong' | undefined;
  password?: 'entry.passwordMissing';
}

/** Spaces in an address are a slip of the thumb, so they are left out. */
export function checkAddress(typed: string): { email: string; fault: SignInFaults['email'] } {
  const email = typed.replace(/\s/g, '');
  if (!email) return { email, fault: 'entry.emailMissing' };
  return { email, fault: /^[^@]+@[^@]+\.[^@]+$/.test(email) ? undefined : 'entry.emailWrong' };
}

export function checkSignIn(emailTyped: string, password: string) {
  const { email, fault } = checkAddress(emailTyped);
  const faults: SignInFaults = {
    ...(fault && { email: fault }),
    ...(!password && { password: 'entry.passwordMissing' as const }),
  };
  return { given: { email, password }, faults };
}
