import { Secret, TOTP } from 'otpauth';
import type { StaffRole } from '#contract/kernel/staff-rights.ts';
import { invitePerson } from '#contract/staff/people.ts';
import { acceptInvitation, addTotp, staffSignIn, startTotp } from '#contract/staff/sign-in.ts';
import { listMails } from '#contract/staff/staff.ts';
import { askApi } from './ask-api.ts';
import { printedMail } from './printed-mail.ts';

const password = 'mira-tofu-leka-sopi';

interface Login {
  email: string;
  password: string;
}

/** What this authenticator app shows now. */
export function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
}

/** A session of the first owner's, in which everything is open. */
export const ownerToken = () => process.env['E2E_OWNER_TOKEN'] ?? '';

/** Signs in and sets up the second factor, as the role asks. Answers with a session in which everything is open. */
export async function openStaff(login: Login): Promise<string> {
  const { token } = await askApi(staffSignIn, login, {});
  const { secret, ticket } = await askApi(startTotp, {}, { token });
  await askApi(addTotp, { ticket, code: codeOf(secret) }, { token });
  return token;
}

/** A new person in a role, who has accepted the invitation. */
export async function hire(role: StaffRole, name: string): Promise<Login> {
  const email = `${name.toLowerCase()}-${Date.now().toString(36)}@staff.example`;
  const roles = role === 'owner' ? [] : ['lunaria', 'verbena'].map((brand) => ({ brand, role }));
  const person = { email, name, isOwner: role === 'owner', roles, language: 'it' } as const;
  await askApi(invitePerson, person, { token: ownerToken() });
  await askApi(acceptInvitation, { password }, { token: await invitationFor(email) });
  return { email, password };
}

/** The token in the newest invitation to this address. */
export async function invitationFor(email: string): Promise<string> {
  const { mails } = await askApi(listMails, {}, { token: ownerToken() });
  const mail = mails.find(({ to, template }) => to === email && template === 'staff_invitation');
  const token = /\/console\/invitation#([\w.-]+)/.exec(await printedMail(mail?.id ?? ''))?.[1];
  if (!token) throw new Error(`there is no invitation for ${email}`);
  return token;
}
