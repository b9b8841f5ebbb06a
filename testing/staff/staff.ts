import type { StaffContext } from '../../server/app.ts';
import { newId } from '../../server/platform/ids.ts';
import { findStaffSession, signIn } from '../../server/staff/console-sessions.ts';
import { insertStaff } from '../../server/staff/first-owner.ts';
import type { World } from '../world.ts';

interface StaffOptions {
  role?: StaffContext['role'];
  /** Keys of the brands that the person works for; all of them unless said. */
  brands?: readonly string[];
  name?: string;
}

/** Somebody who works here, with an address of their own. */
export async function hire({ app }: World, { role = 'owner', name = 'Ada', brands }: StaffOptions = {}) {
  const id = newId();
  const email = `${id}@staff.example`;
  const password = 'mira-tofu-leka-sopi';
  const password_hash = await app.passwords.hash(password, email);
  await insertStaff(app.db, { id, email, name, role, password_hash, created_at: app.clock.now() });
  const worksFor = app.brands.all().filter(({ key }) => brands?.includes(key) ?? true);
  if (role !== 'owner')
    await app.db
      .insertInto('staff_brand')
      .values(worksFor.map((brand) => ({ staff_id: id, brand_id: brand.id })))
      .execute();
  return { id, email, password };
}

/** Somebody at the console. */
export async function atWork(world: World, options: StaffOptions = {}): Promise<StaffContext> {
  const { email, password } = await hire(world, options);
  const { token } = await signIn(world.visitor(), { email, password });
  const session = await findStaffSession(world.app, token);
  if (!session) throw new Error('nobody is at work');
  return { ...world.visitor(), ...session };
}
