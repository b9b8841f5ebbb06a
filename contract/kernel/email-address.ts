/** A local part at a name with a dot, and nothing that a mail header or a list of addresses could be made of. */
const addressPattern =
  /^[^\s\p{C}"(),:;<>@[\\\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
export const ADDRESS_MAX_LETTERS = 254;

/** Whether a mail could go there, by its spelling alone. */
export function isEmailAddress(email: string): boolean {
  return email.length <= ADDRESS_MAX_LETTERS && email.isWellFormed() && addressPattern.test(email);
}
