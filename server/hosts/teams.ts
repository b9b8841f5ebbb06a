/** Host teams: made, changed and removed by those who manage profiles. The rule of who answers is `rules/host-team.sql`. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  listTeams as listEndpoint,
  removeTeam as removeEndpoint,
  saveTeam as saveEndpoint,
} from '#contract/staff/host-teams.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { announce } from '#server/messaging/console-live.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { readAnsweringStaff } from './claims.ts';

const MOST_TEAMS = 100;
/** Open consoles read their lists again. */
const everyQueue = { id: null, change: 'waiting', staffId: null } as const;

interface TeamRow {
  id: string;
  name: string;
  members: { staffId: string; name: string }[];
  profiles: number;
}

export async function listTeams(
  context: StaffContext,
  { brand }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { app, brandId } = atBrand(context, brand);
  const hosts = await readAnsweringStaff(app.db, brandId);
  return {
    teams: await readTeams(app.db, sql`t.brand_id = ${brandId}::uuid`),
    hosts: hosts.map(({ id: staffId, name }) => ({ staffId, name })),
  };
}

async function readTeams(db: DbOrTx, which: RawBuilder<unknown>): Promise<TeamRow[]> {
  const { rows } = await sql<TeamRow>`
    select t.id, t.name,
      coalesce((select json_agg(json_build_object('staffId', s.id, 'name', s.name) order by s.name, s.id)
        from host_team_member m join staff s on s.id = m.staff_id
        where m.brand_id = t.brand_id and m.team_id = t.id), '[]') as members,
      (select count(*)::int from house_profile h where h.brand_id = t.brand_id and h.team_id = t.id) as profiles
    from host_team t where ${which} order by lower(t.name) limit ${MOST_TEAMS}::int`.execute(db);
  return rows;
}

/** Makes a team, or changes its name and its hosts. */
export async function saveTeam(
  context: StaffContext,
  { brand, teamId, name, staffIds }: InputOf<typeof saveEndpoint>,
): Promise<ReplyOf<typeof saveEndpoint>> {
  const inside = atBrand(context, brand);
  const { app, brandId } = inside;
  await transact(app.db, async (tx, afterCommit) => {
    const before = await readTeam(tx, brandId, teamId);
    if (!(await saveName(tx, inside, teamId, name))) fail('team.name_taken');
    if (!before && (await countTeams(tx, brandId)) > MOST_TEAMS) fail('team.too_many');
    const hosts = new Set((await readAnsweringStaff(tx, brandId)).map(({ id }) => id));
    const members = [...new Set(staffIds)].filter((id) => hosts.has(id));
    await tx
      .deleteFrom('host_team_member')
      .where('brand_id', '=', brandId)
      .where('team_id', '=', teamId)
      .execute();
    if (members.length > 0)
      await tx
        .insertInto('host_team_member')
        .values(members.map((staff_id) => ({ brand_id: brandId, team_id: teamId, staff_id })))
        .execute();
    await record(inside, tx, before ? 'host_team.changed' : 'host_team.made', teamId, {
      before: before && { name: before.name, members: before.members.map(({ staffId }) => staffId) },
      after: { name, members },
    });
    afterCommit(() => announce(app, { ...everyQueue, brandId }));
  });
  return { ok: true };
}

/** Removes a team. What its hosts answered is answered by all hosts of the brand. */
export async function removeTeam(
  context: StaffContext,
  { brand, teamId }: InputOf<typeof removeEndpoint>,
): Promise<ReplyOf<typeof removeEndpoint>> {
  const inside = atBrand(context, brand);
  const { app, brandId } = inside;
  await transact(app.db, async (tx, afterCommit) => {
    const before = (await readTeam(tx, brandId, teamId)) ?? fail('request.not_found');
    await tx.deleteFrom('host_team').where('brand_id', '=', brandId).where('id', '=', teamId).execute();
    await record(inside, tx, 'host_team.removed', teamId, { before: { name: before.name } });
    afterCommit(() => announce(app, { ...everyQueue, brandId }));
  });
  return { ok: true };
}

/** The person works no longer at these brands, or at none. */
export async function leaveTeams(tx: Tx, staffId: string, brandIds?: readonly string[]): Promise<void> {
  const query = tx.deleteFrom('host_team_member').where('staff_id', '=', staffId);
  await (brandIds ? query.where('brand_id', 'in', brandIds) : query).execute();
}

async function readTeam(tx: Tx, brandId: string, teamId: string): Promise<TeamRow | undefined> {
  const [team] = await readTeams(tx, sql`t.brand_id = ${brandId}::uuid and t.id = ${teamId}::uuid`);
  return team;
}

/** Answers whether the name is free. */
async function saveName(
  tx: Tx,
  { app, brandId }: StaffContext,
  teamId: string,
  name: string,
): Promise<boolean> {
  // One after the other, so that of two who take the same name the second one finds it taken.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`host teams of ${brandId}`}, 0))`.execute(tx);
  const taken = await tx
    .selectFrom('host_team')
    .select('id')
    .where('brand_id', '=', brandId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', teamId)
    .executeTakeFirst();
  if (taken) return false;
  await tx
    .insertInto('host_team')
    .values({ brand_id: brandId, id: teamId, name, created_at: app.clock.now() })
    .onConflict((conflict) => conflict.columns(['brand_id', 'id']).doUpdateSet({ name }))
    .execute();
  return true;
}

async function countTeams(tx: Tx, brandId: string): Promise<number> {
  const row = await tx
    .selectFrom('host_team')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow();
  return row.count;
}

function record(
  { brandId, staffId, ip }: StaffContext,
  tx: Tx,
  action: string,
  subject: string,
  details: Record<string, unknown>,
): Promise<void> {
  return recordAudit(tx, { brandId, actor: { kind: 'staff', id: staffId }, action, subject, details, ip });
}
