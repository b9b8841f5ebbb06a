export interface PasswordFault {
  field: 'password' | 'repeated';
  words: 'reset.missing' | 'reset.different';
}

/** A new password is written twice, since nobody sees what he types. */
export function checkPasswords(
  typed: unknown,
  again: unknown,
): { password: string; fault: PasswordFault | null } {
  const password = typeof typed === 'string' ? typed : '';
  if (!password) return { password, fault: { field: 'password', words: 'reset.missing' } };
  if (password !== again) return { password, fault: { field: 'repeated', words: 'reset.different' } };
  return { password, fault: null };
}
