import { randomBytes } from 'node:crypto';
import { needsSecondFactor } from '#contract/kernel/staff-rights.ts';
import type { BrandRole, StaffRole } from '#contract/kernel/staff-rights.ts';
import { showTotp as showTotpEndpoint, staffSignIn } from '#contract/staff/sign-in.ts';
import type { StaffContext } from '#server/app.ts';
import { newId } from '#server/platform/ids.ts';
import { findStaffSession, signIn } from '#server/staff/console-sessions.ts';
import { insertStaff } from '#server/staff/first-owner.ts';
import { showTotp, totpOf } from '#server/staff/second-factor.ts';
import { callAt } from '../http.ts';
import type { World } from '../world.ts';

interface StaffOptions {
  role?: StaffRole;
  name?: string;
  /** Keys of the brands that the person works for; all of them unless said. */
  brands?: readonly string[];
  /** What the person is at each of some brands, where it is not the same everywhere. */
  roles?: Readonly<Record<string, BrandRole>>;
  /** With an authenticator app; unless said, where the role asks for one. */
  withTotp?: boolean;
}

type Hired = Awaited<ReturnType<typeof hire>>;

/** A person who works here, with an address of their own. */
export async function hire(
  { app }: World,
  { role = 'owner', name = 'Ada', brands, roles, withTotp }: StaffOptions = {},
) {
  const worksFor = app.brands.all().flatMap(({ id: brand_id, key }) => {
    const at = roles ? roles[key] : (brands?.includes(key) ?? true) ? role : undefined;
    return at === undefined || at === 'owner' ? [] : [{ brand_id, role: at }];
  });
  const is_owner = roles === undefined && role === 'owner';
  const id = newId();
  const email = `${id}@staff.example`;
  const password = 'mira-tofu-leka-sopi';
  const password_hash = await app.passwords.hash(password, email);
  await insertStaff(app.db, { id, email, name, is_owner, password_hash, created_at: app.clock.now() });
  if (worksFor.length > 0)
    await app.db
      .insertInto('staff_brand')
      .values(worksFor.map((each) => ({ ...each, staff_id: id })))
      .execute();
  const asksForFactor = is_owner || worksFor.some((each) => needsSecondFactor(each.role));
  const nonce = (withTotp ?? asksForFactor) ? randomBytes(16) : null;
  if (nonce) await app.db.updateTable('staff').set({ totp_nonce: nonce }).where('id', '=', id).execute();
  return {
    id,
    email,
    password,
    /** What the person's authenticator app shows. */
    code: (at = app.clock.now()) =>
      nonce
        ? totpOf(app, { staffId: id, email, nonce }).generate({ timestamp: at.getTime() })
        : failWithoutApp(),
  };
}

function failWithoutApp(): never {
  throw new Error('this person has no authenticator app');
}

/** The token of a person who has shown whatever signing in asks for, also where that was done a moment ago. */
export async function enterConsole(world: World, person: Hired): Promise<string> {
  await world.app.db.updateTable('staff').set({ totp_step: 0 }).where('id', '=', person.id).execute();
  const { email, password } = person;
  const { token, staff } = await signIn(world.visitor(), { email, password });
  if (staff.missing === 'factor')
    await showTotp(await contextOf(world, token), { code: person.code(world.app.clock.now()) });
  return token;
}

/** The same at a node that runs beside, by its own clock. */
export async function enterConsoleAt(port: number, person: Hired): Promise<string> {
  const { email, password } = person;
  const { reply } = await callAt(port, staffSignIn, { email, password });
  if (reply.staff.missing === 'factor')
    await callAt(port, showTotpEndpoint, { code: person.code(new Date()) }, { token: reply.token });
  return reply.token;
}

async function contextOf(world: World, token: string): Promise<StaffContext> {
  const session = await findStaffSession(world.app, token);
  if (!session) throw new Error('nobody is at work');
  return { ...world.visitor(), ...session };
}

/** A person at the console. */
export async function atWork(world: World, options: StaffOptions = {}): Promise<StaffContext> {
  return contextOf(world, await enterConsole(world, await hire(world, options)));
}
