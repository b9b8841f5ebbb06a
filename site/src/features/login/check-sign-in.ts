export interface SignInFaults {
  email?: 'entry.emailMissing' | 'entry.emailWrong';
  password?: 'entry.passwordMissing';
}

/** Spaces in an address are a slip of the thumb, so they are left out. */
export function checkSignIn(emailTyped: string, password: string) {
  const email = emailTyped.replace(/\s/g, '');
  const faults: SignInFaults = {};
  if (!email) faults.email = 'entry.emailMissing';
  else if (!/^[^@]+@[^@]+\.[^@]+$/.test(email)) faults.email = 'entry.emailWrong';
  if (!password) faults.password = 'entry.passwordMissing';
  return { given: { email, password }, faults };
}
