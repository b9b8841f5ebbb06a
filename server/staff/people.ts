/** Who works here: finding people, changing what they do, letting them go. */

import { sql } from 'kysely';
import { z } from 'zod';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  StaffPerson,
  changePerson as changeEndpoint,
  dismissPerson as dismissEndpoint,
  listPeople as listEndpoint,
  resetFactors as resetEndpoint,
} from '#contract/staff/people.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrandOf } from '#server/brands/staff-context.ts';
import { releaseClaimsOf } from '#server/hosts/claim-ends.ts';
import { leaveTeams } from '#server/hosts/teams.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { endSessionsOfStaff, rolesOfStaff } from './console-sessions.ts';
import {
  endRoles,
  managedRoles,
  requireMayGive,
  requireWholly,
  rolesFor,
  rolesToGive,
  saveRoles,
  whyNotWholly,
} from './roles.ts';

const PAGE = 100;

/** All people whom the caller sees, by name. */
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

/** Those whom the caller may manage, at one brand at least. */
function people(db: DbOrTx, context: StaffContext) {
  const query = db
    .selectFrom('staff')
    .select(['id', 'email', 'name', 'is_owner', 'status', 'language', 'password_version', 'created_at'])
    .select([
      rolesOfStaff,
      sql<boolean>`staff.totp_nonce is not null or exists (select from staff_passkey k where k.staff_id = staff.id)`.as(
        'second_factor',
      ),
      sql<Date | null>`(select max(s.created_at) from staff_session s where s.staff_id = staff.id)`.as(
        'last_seen',
      ),
    ]);
  return query.where(isSeenBy(context));
}

/** Who works for one of the caller's brands. Owners, who work for all, are seen by owners. */
function isSeenBy({ isOwner, brandIds }: StaffContext) {
  if (isOwner) return sql<boolean>`true`;
  return sql<boolean>`not staff.is_owner and exists (select from staff_brand works
    where works.staff_id = staff.id and works.brand_id = any(${brandIds}::uuid[]))`;
}

/** The ids of people with these words in their name. An address is known to those alone who see the person here. */
export function peopleCalled(context: StaffContext, words: string) {
  const holds = (column: 'name' | 'email') =>
    sql<boolean>`strpos(lower(${sql.ref(`staff.${column}`)}), lower(${words})) > 0`;
  return context.app.db
    .selectFrom('staff')
    .select('staff.id')
    .where(({ and, or }) => or([holds('name'), and([isSeenBy(context), holds('email')])]));
}

/** The ids of those who are wholly the caller's to invite and to let go. */
export function managedIds(db: DbOrTx, context: StaffContext) {
  const query = db.selectFrom('staff').select('staff.id');
  if (context.isOwner) return query;
  const given = rolesToGive(context);
  const others = sql`select from staff_brand works where works.staff_id = staff.id and (works.brand_id, works.role)
    not in (select * from unnest(${given.map(({ brandId }) => brandId)}::uuid[], ${given.map(({ role }) => role)}::text[]))`;
  return query.where('is_owner', '=', false).where(sql<boolean>`not exists (${others})`);
}

export type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number];

function describePerson(context: StaffContext, row: PersonRow): StaffPerson {
  const { id, email, name, is_owner: isOwner, status } = row;
  const { brands } = context.app;
  // Where else a person works is shown to those alone who work there.
  const managed = context.brandIds.flatMap((brandId) => {
    const [brand, role] = [brands.byId(brandId), row.roles[brandId]];
    return brand && role ? [{ brand: brand.key, role }] : [];
  });
  return {
    id,
    email,
    name,
    isOwner,
    status,
    roles: isOwner ? [] : managed,
    isWholly: whyNotWholly(context, row) === undefined,
    secondFactor: row.second_factor,
    lastSeenAt: row.last_seen?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
  };
}

/** Mails belong to the brand that a person works for, whichever hostname the console was opened at. */
export function atFirstOf(context: StaffContext, [first]: readonly string[]): StaffContext {
  return first === undefined ? context : atBrandOf(context, first);
}

/**
 * Another name, or another role at brands that the caller manages: what others gave elsewhere stays. What the person has
 * open ends, so that nothing stays open that should not.
 */
export async function changePerson(
  context: StaffContext,
  { staffId, name, ...wanted }: InputOf<typeof changeEndpoint>,
): Promise<ReplyOf<typeof changeEndpoint>> {
  const chosen = rolesFor(context, wanted);
  const { isOwner } = wanted;
  await transact(context.app.db, async (tx) => {
    const owners = await lockOwners(tx);
    const person = await lockPerson(tx, context, staffId);
    if (!isOwner) requireAnotherOwner(owners, person);
    if (name !== person.name) requireWholly(context, person);
    const before = managedRoles(context, person);
    const changed = context.brandIds.filter((brandId) => before.get(brandId) !== chosen.get(brandId));
    for (const roles of [before, chosen])
      requireMayGive(context, new Map([...roles].filter(([brandId]) => changed.includes(brandId))));
    await tx.updateTable('staff').set({ name, is_owner: isOwner }).where('id', '=', staffId).execute();
    await endRoles(tx, staffId, changed);
    await saveRoles(tx, staffId, new Map([...chosen].filter(([brandId]) => changed.includes(brandId))));
    if (staffId !== context.staffId) await endSessionsOfStaff(tx, staffId);
    const { email } = person;
    if (isOwner !== person.is_owner)
      await recordAct(context, tx, undefined, 'staff.changed', email, { isOwner });
    for (const brandId of name === person.name
      ? changed
      : context.brandIds.filter((id) => chosen.has(id) || before.has(id)))
      await recordAct(context, tx, brandId, 'staff.changed', email, {
        name,
        role: chosen.get(brandId) ?? null,
        before: before.get(brandId) ?? null,
      });
  });
  return { ok: true };
}

export async function forgetFactors(tx: Tx, staffId: string): Promise<void> {
  await tx.updateTable('staff').set({ totp_nonce: null }).where('id', '=', staffId).execute();
  await tx.deleteFrom('staff_passkey').where('staff_id', '=', staffId).execute();
}

export async function resetFactors(
  context: StaffContext,
  { staffId }: InputOf<typeof resetEndpoint>,
): Promise<ReplyOf<typeof resetEndpoint>> {
  await transact(context.app.db, async (tx) => {
    const person = await lockPerson(tx, context, staffId);
    requireWholly(context, person);
    await forgetFactors(tx, staffId);
    await endSessionsOfStaff(tx, staffId);
    await recordActs(context, tx, person, 'staff.factors_reset');
  });
  return { ok: true };
}

/**
 * The person works no longer for the caller's brands. Who works for no other has left: the row stays, since the audit names
 * the person, and nothing opens with it any more.
 */
export async function dismissPerson(
  context: StaffContext,
  { staffId }: InputOf<typeof dismissEndpoint>,
): Promise<ReplyOf<typeof dismissEndpoint>> {
  await transact(context.app.db, async (tx) => {
    const owners = await lockOwners(tx);
    const person = await lockPerson(tx, context, staffId);
    requireAnotherOwner(owners, person);
    const managed = managedRoles(context, person);
    requireMayGive(context, managed);
    // Who works at other brands too leaves those of the caller alone.
    const left = whyNotWholly(context, person) === undefined ? undefined : [...managed.keys()];
    if (left) await endRoles(tx, staffId, left);
    else
      await tx
        .updateTable('staff')
        .set(({ eb }) => ({ status: 'left', password_version: eb('password_version', '+', 1) }))
        .where('id', '=', staffId)
        .execute();
    await endSessionsOfStaff(tx, staffId);
    await releaseClaimsOf(tx, staffId, left);
    await leaveTeams(tx, staffId, left);
    await recordActs(context, tx, person, 'staff.left');
  });
  return { ok: true };
}

/** A person whom the caller may manage, locked against other changes meanwhile. */
export async function lockPerson(tx: Tx, context: StaffContext, staffId: string): Promise<PersonRow> {
  const [person] = await people(tx, context).where('staff.id', '=', staffId).forUpdate('staff').execute();
  return person ?? fail('request.not_found');
}

/** In one order and before any other person, so that of two owners who let each other go one stays. */
async function lockOwners(tx: Tx): Promise<string[]> {
  const owners = await tx
    .selectFrom('staff')
    .select('id')
    .where('is_owner', '=', true)
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  return owners.map(({ id }) => id);
}

function requireAnotherOwner(owners: readonly string[], { id, is_owner }: PersonRow): void {
  if (is_owner && !owners.some((other) => other !== id)) fail('staff.last_owner');
}

/** An act about a person, at each of the caller's brands for which they work, so that each brand's audit has it. */
export async function recordActs(
  context: StaffContext,
  tx: Tx,
  person: PersonRow,
  action: string,
): Promise<void> {
  const brandIds = [...managedRoles(context, person).keys()];
  for (const brandId of brandIds.length > 0 ? brandIds : [undefined])
    await recordAct(context, tx, brandId, action, person.email);
}

/** What is about an owner belongs to no brand. */
export function recordAct(
  { staffId, ip }: StaffContext,
  tx: Tx,
  brandId: string | undefined,
  action: string,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const at = brandId === undefined ? {} : { brandId };
  return recordAudit(tx, { ...at, actor: { kind: 'staff', id: staffId }, action, subject, details, ip });
}
