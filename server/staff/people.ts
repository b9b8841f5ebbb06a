/** Who works here: finding people, changing what they do, letting them go. */

import { sql } from 'kysely';
import { z } from 'zod';
import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import { fail } from '../../contract/kernel/errors.ts';
import { mayGive, staffRoles } from '../../contract/kernel/staff-rights.ts';
import type { StaffRole } from '../../contract/kernel/staff-rights.ts';
import type {
  StaffPerson,
  changePerson as changeEndpoint,
  dismissPerson as dismissEndpoint,
  listPeople as listEndpoint,
  resetFactors as resetEndpoint,
} from '../../contract/staff/people.ts';
import type { StaffContext } from '../app.ts';
import { atBrandOf } from '../brands/staff-context.ts';
import { releaseClaimsOf } from '../messaging/hosts/claim-ends.ts';
import { recordAudit } from '../platform/audit.ts';
import { transact } from '../platform/database/database.ts';
import type { DbOrTx, Tx } from '../platform/database/database.ts';
import { brandIdsOfStaff, endSessionsOfStaff } from './console-sessions.ts';

const PAGE = 100;

/** Everybody who works for one of the caller's brands. Owners, who work for all, are seen by owners. */
export async function listPeople(
  context: StaffContext,
  { after }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { db } = context.app;
  const last = after === undefined ? undefined : readCursor(after);
  let query = people(db, context)
    .orderBy('name')
    .orderBy('id')
    .limit(PAGE + 1);
  if (last) query = query.where(sql<boolean>`(staff.name, staff.id) > (${last.name}, ${last.id}::uuid)`);
  const rows = await query.execute();
  const shown = rows.slice(0, PAGE);
  const end = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    people: shown.map((row) => describePerson(context, row)),
    next: end ? Buffer.from(JSON.stringify([end.name, end.id])).toString('base64url') : null,
  };
}

const cursor = z.tuple([z.string().max(100), z.uuid()]);

function readCursor(text: string): { name: string; id: string } {
  try {
    const [name, id] = cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { name, id };
  } catch {
    return fail('request.malformed', { issues: [{ path: 'after', problem: 'is not a cursor' }] });
  }
}

/** Those whom the caller may manage. */
function people(db: DbOrTx, { role, brandIds }: StaffContext) {
  const query = db
    .selectFrom('staff')
    .select(['id', 'email', 'name', 'role', 'status', 'language', 'password_version', 'created_at'])
    .select([
      brandIdsOfStaff,
      sql<boolean>`staff.totp_nonce is not null or exists (select from staff_passkey k where k.staff_id = staff.id)`.as(
        'second_factor',
      ),
      sql<Date | null>`(select max(s.created_at) from staff_session s where s.staff_id = staff.id)`.as(
        'last_seen',
      ),
    ]);
  if (role === 'owner') return query;
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('staff_brand as works')
        .select('works.brand_id')
        .whereRef('works.staff_id', '=', 'staff.id')
        .where('works.brand_id', 'in', brandIds),
    ),
  );
}

/** The ids of those whose role the caller may give, and who are the caller's to invite. */
export function managedIds(db: DbOrTx, context: StaffContext) {
  const given = staffRoles.filter((role) => mayGive(context.role, role));
  return people(db, context).clearSelect().select('staff.id').where('staff.role', 'in', given);
}

export type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number];

function describePerson({ app: { brands }, brandIds }: StaffContext, row: PersonRow): StaffPerson {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.status,
    // Where else somebody works is nobody's concern who does not work there.
    brands: brands
      .all()
      .filter(({ id }) => row.brand_ids.includes(id) && brandIds.includes(id))
      .map(({ key }) => key),
    secondFactor: row.second_factor,
    lastSeenAt: row.last_seen?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
  };
}

/** Mails and the audit belong to the brand somebody works for, whichever hostname the console was opened at. */
export function atFirstOf(context: StaffContext, [first]: readonly string[]): StaffContext {
  return first === undefined ? context : atBrandOf(context, first);
}

/** The brands that somebody in this role is to work for. Nobody gives away what he does not have. */
export function brandsFor(context: StaffContext, role: StaffRole, keys: readonly string[]): string[] {
  if (!mayGive(context.role, role)) fail('staff.role_too_high');
  if (role === 'owner') return [];
  const chosen = keys.map((key) => context.app.brands.byKey(key)?.id ?? fail('request.not_found'));
  if (chosen.some((id) => !context.brandIds.includes(id))) fail('request.not_found');
  if (chosen.length === 0) fail('staff.no_brand');
  return [...new Set(chosen)];
}

export async function saveBrands(tx: Tx, staffId: string, brandIds: readonly string[]): Promise<void> {
  if (brandIds.length === 0) return;
  await tx
    .insertInto('staff_brand')
    .values(brandIds.map((brandId) => ({ staff_id: staffId, brand_id: brandId })))
    .execute();
}

/** Another name, role or brands. What the person has open ends, so that nothing stays open that should not. */
export async function changePerson(
  context: StaffContext,
  { staffId, name, role, brands }: InputOf<typeof changeEndpoint>,
): Promise<ReplyOf<typeof changeEndpoint>> {
  const chosen = brandsFor(context, role, brands);
  await transact(context.app.db, async (tx) => {
    const owners = await lockOwners(tx);
    const person = await lockPerson(tx, context, staffId);
    if (role !== 'owner') requireAnotherOwner(owners, person);
    await tx.updateTable('staff').set({ name, role }).where('id', '=', staffId).execute();
    // A brand that the caller does not work for is not the caller's to take away.
    const kept =
      role === 'owner' ? [] : person.brand_ids.filter((brandId) => !context.brandIds.includes(brandId));
    await tx.deleteFrom('staff_brand').where('staff_id', '=', staffId).execute();
    await saveBrands(tx, staffId, [...chosen, ...kept]);
    if (staffId !== context.staffId) await endSessionsOfStaff(tx, staffId);
    await recordAct(atFirstOf(context, chosen), tx, 'staff.changed', person.email, { role, brands });
  });
  return { ok: true };
}

export async function resetFactors(
  context: StaffContext,
  { staffId }: InputOf<typeof resetEndpoint>,
): Promise<ReplyOf<typeof resetEndpoint>> {
  await transact(context.app.db, async (tx) => {
    const person = await lockPerson(tx, context, staffId);
    await tx.updateTable('staff').set({ totp_nonce: null }).where('id', '=', staffId).execute();
    await tx.deleteFrom('staff_passkey').where('staff_id', '=', staffId).execute();
    await endSessionsOfStaff(tx, staffId);
    await recordAct(
      atFirstOf(context, sharedBrands(context, person)),
      tx,
      'staff.factors_reset',
      person.email,
    );
  });
  return { ok: true };
}

/** The row stays, since the audit names the person; nothing opens with it any more. */
export async function dismissPerson(
  context: StaffContext,
  { staffId }: InputOf<typeof dismissEndpoint>,
): Promise<ReplyOf<typeof dismissEndpoint>> {
  await transact(context.app.db, async (tx) => {
    const owners = await lockOwners(tx);
    const person = await lockPerson(tx, context, staffId);
    requireAnotherOwner(owners, person);
    await tx
      .updateTable('staff')
      .set(({ eb }) => ({ status: 'left', password_version: eb('password_version', '+', 1) }))
      .where('id', '=', staffId)
      .execute();
    await endSessionsOfStaff(tx, staffId);
    await releaseClaimsOf(tx, staffId);
    await recordAct(atFirstOf(context, sharedBrands(context, person)), tx, 'staff.left', person.email);
  });
  return { ok: true };
}

export const sharedBrands = ({ brandIds }: StaffContext, person: PersonRow) =>
  person.brand_ids.filter((id) => brandIds.includes(id));

/** Somebody whom the caller may manage, for nobody else to change meanwhile. */
export async function lockPerson(tx: Tx, context: StaffContext, staffId: string): Promise<PersonRow> {
  const [person] = await people(tx, context).where('staff.id', '=', staffId).forUpdate('staff').execute();
  if (!person) return fail('request.not_found');
  if (!mayGive(context.role, person.role)) return fail('staff.role_too_high');
  return person;
}

/** In one order and before anybody else, so that of two owners who let each other go one stays. */
async function lockOwners(tx: Tx): Promise<string[]> {
  const owners = await tx
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  return owners.map(({ id }) => id);
}

function requireAnotherOwner(owners: readonly string[], { id, role }: PersonRow): void {
  if (role === 'owner' && !owners.some((other) => other !== id)) fail('staff.last_owner');
}

export function recordAct(
  { staffId, ip, brandId }: StaffContext,
  tx: Tx,
  action: string,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  return recordAudit(tx, { brandId, actor: { kind: 'staff', id: staffId }, action, subject, details, ip });
}
