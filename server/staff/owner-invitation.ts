/**
 * How the first owner comes in, and one who has lost the password or the second factor: by a link that lies in a file on the
 * machine, for its user alone. Nothing that opens the console is printed or logged, and a password is known to its owner alone.
 */

import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '#server/app.ts';
import { makeAddress } from '#server/mails/mail-links.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { newId } from '#server/platform/ids.ts';

const VALID = DAY;
/** What the console is for no brand in particular: the first owner comes before the first brand. */
export const EVERY_BRAND = 'every brand';
/** No mails are read there. The owner who accepts the invitation chooses an address. */
const FIRST_ADDRESS = 'owner@serenata.local';

type Machine = Pick<App, 'config' | 'db' | 'links' | 'clock' | 'brands' | 'origins'>;

const fileIn = ({ config }: Pick<App, 'config'>) => join(config.dataDir, 'owner-invitation');

/**
 * Invites the first owner, again at each start until one has come in, and answers with the file. Every node has its own;
 * once one of them was used, the others are worth nothing.
 */
export async function inviteFirstOwner(machine: Machine): Promise<string | undefined> {
  const { db, clock } = machine;
  const owners = await findOwners(db);
  if (owners.some(({ status }) => status === 'active')) {
    await rm(fileIn(machine), { force: true });
    return undefined;
  }
  if (owners.length === 0) await transact(db, (tx) => insertFirstOwner(tx, clock.now()));
  const [first] = owners.length === 0 ? await findOwners(db) : owners;
  return first && writeInvitation(machine, first);
}

/** The way back for an owner. Without an address the only one is meant; undefined where there is none, or several. */
export async function inviteOwner(machine: Machine, email: string | undefined): Promise<string | undefined> {
  const address = email?.trim().toLowerCase();
  const owners = (await findOwners(machine.db)).filter((owner) => (address ?? owner.email) === owner.email);
  const [owner, another] = owners;
  return owner && !another ? writeInvitation(machine, owner) : undefined;
}

interface Owner {
  id: string;
  email: string;
  status: string;
  password_version: number;
}

function findOwners(db: DbOrTx): Promise<Owner[]> {
  return db
    .selectFrom('staff')
    .select(['id', 'email', 'status', 'password_version'])
    .where('is_owner', '=', true)
    .where('status', '!=', 'left')
    .orderBy('created_at')
    .execute();
}

/** Of several nodes that start together one makes the owner, since the address is unique. */
async function insertFirstOwner(tx: Tx, now: Date): Promise<void> {
  const owner = { id: newId(now.getTime()), email: FIRST_ADDRESS, name: 'Owner', is_owner: true };
  const made = await tx
    .insertInto('staff')
    .values({ ...owner, status: 'invited', created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made)
    await recordAudit(tx, { actor: { kind: 'system' }, action: 'staff.created', subject: owner.email });
}

async function writeInvitation(machine: Machine, owner: Owner): Promise<string> {
  const { db, links, brands } = machine;
  const [brand] = brands.all();
  // Before the first brand the console is at every hostname that leads here.
  const origin = brand ? siteOrigin(machine, brand) : machine.origins.of('localhost');
  const address = await makeAddress(links, EVERY_BRAND, {
    page: `${origin}/console/invitation`,
    behindHash: true,
    purpose: 'owner_invitation',
    subject: owner.id,
    validFor: VALID,
    data: { version: owner.password_version },
  });
  const file = fileIn(machine);
  // Renaming is what makes it whole or absent, and closed to others from the beginning.
  const draft = `${file}.${process.pid}`;
  await rm(draft, { force: true });
  await writeFile(draft, `${address}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, file);
  await recordAudit(db, { actor: { kind: 'system' }, action: 'staff.owner_invited', subject: owner.email });
  return file;
}
