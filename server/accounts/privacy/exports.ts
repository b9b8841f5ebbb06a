/** Copies of everything we hold about a member: they ask for one, a job makes it, and after a week it is deleted. */

import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type {
  DataExport,
  listExports as listEndpoint,
  requestExport as requestEndpoint,
} from '#contract/account/own-account.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { App, MemberContext } from '#server/app.ts';
import { dayInWords } from '#server/countries/local-time.ts';
import { queueMail } from '#server/mails/mail.ts';
import { DAY } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { enqueue, forEachDue, handle, jobKind } from '#server/platform/jobs/jobs.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { lockAccount } from '../account-record.ts';
import { requireFreshProof } from '../fresh-proof.ts';
import { readAccountFacts, packExport } from './pack-export.ts';

export const EXPORTS_KEPT = 7 * DAY;

const payload = z.object({
  brandId: z.uuid(),
  accountId: z.uuid(),
  exportId: z.uuid(),
  /** Of the site on which it was asked for. */
  origin: z.url().max(300),
});
type Wanted = z.output<typeof payload>;

const makeExportJob = jobKind('accounts.makeExport', payload, { maxAttempts: 5, priority: 5 });

const SHOWN = 20;

/** Has a copy of everything made. While one is being made, that is the one. */
export async function requestExport(context: MemberContext): Promise<ReplyOf<typeof requestEndpoint>> {
  const { db, clock, limits } = context.app;
  const { brandId, accountId } = context;
  await requireFreshProof(context);
  const running = await findRunningExport(db, brandId, accountId);
  if (running) return { result: 'OK', export: describe(running, clock) };
  const limited = ['exportAccount', `${brandId}:${accountId}`] as const;
  await limits.hit(...limited);
  const { row, isNew } = await transact(db, async (tx) => {
    if (!(await lockAccount(tx, brandId, accountId))) fail('session.dead');
    return startExport(tx, context);
  });
  // Two taps are one request.
  if (!isNew) await limits.forgive(...limited);
  return { result: 'OK', export: describe(row, clock) };
}

/** Whatever asks, the owner alone learns where it is. The account must be locked. */
export async function startExport(
  tx: Tx,
  {
    app: { clock },
    brandId,
    accountId,
    origin,
  }: Pick<MemberContext, 'app' | 'brandId' | 'accountId' | 'origin'>,
) {
  const running = await findRunningExport(tx, brandId, accountId);
  if (running) return { row: running, isNew: false };
  const exportId = newId();
  await enqueue(tx, makeExportJob, { brandId, accountId, exportId, origin });
  const row = await tx
    .insertInto('data_export')
    .values({ brand_id: brandId, id: exportId, account_id: accountId, created_at: clock.now() })
    .returning(exportColumns)
    .executeTakeFirstOrThrow();
  return { row, isNew: true };
}

export async function listExports(context: MemberContext): Promise<ReplyOf<typeof listEndpoint>> {
  const { db, clock } = context.app;
  const { brandId, accountId } = context;
  const rows = await readExports(db, brandId, accountId);
  return { exports: rows.map((row) => describe(row, clock)) };
}

/** A stranger's copy, one that has run out and a missing one must look the same. */
export async function downloadExport(
  context: MemberContext,
  { exportId }: { exportId: string },
): Promise<Blob> {
  const { db, clock, storage } = context.app;
  const { brandId, accountId } = context;
  const key = { brandId, accountId, exportId };
  await requireFreshProof(context);
  const row = (await readExport(db, key)) ?? fail('request.not_found');
  if (describe(row, clock).status !== 'ready') return fail('request.not_found');
  const file = (await storage.get(exportFile(key))) ?? fail('request.not_found');
  return new Blob([new Uint8Array(await buffer(file.stream))], { type: 'application/zip' });
}

type ExportRow = Awaited<ReturnType<typeof readExports>>[number];

function describe({ id, status, created_at, expires_at, bytes }: ExportRow, clock: Clock): DataExport {
  const hasRunOut = status === 'ready' && expires_at !== null && expires_at <= clock.now();
  return {
    id,
    status: hasRunOut ? 'expired' : status,
    createdAt: created_at.getTime(),
    expiresAt: expires_at?.getTime() ?? null,
    bytes,
  };
}

async function makeExport(app: App, wanted: Wanted, { last, signal }: JobInfo): Promise<void> {
  const found = await readExport(app.db, wanted);
  // Erased meanwhile; an earlier run may have stored the file just then.
  if (!found) return app.storage.remove(exportFile(wanted));
  if (found.status !== 'making') return;
  try {
    await make(app, wanted, signal);
  } catch (error) {
    if (last) await endExport(app.db, wanted, { status: 'failed' });
    throw error;
  }
}

async function make(app: App, wanted: Wanted, signal: AbortSignal): Promise<void> {
  const { db, brands, storage, clock } = app;
  const { brandId, accountId, origin } = wanted;
  const brand = brands.byId(brandId);
  if (!brand) throw new Error('the brand of an export is not known here yet');
  const account = await readAccountFacts(db, brandId, accountId);
  if (!account) return;
  const zip = await packExport(app, { brand, accountId, language: account.language }, signal);
  await storage.put(exportFile(wanted), zip, 'application/zip');
  const expiresAt = new Date(clock.now().getTime() + EXPORTS_KEPT);
  const isOwned = await transact(db, async (tx) => {
    const owner = await lockAccount(tx, brandId, accountId);
    if (!owner) return false;
    const outcome = { status: 'ready', bytes: zip.length, expires_at: expiresAt } as const;
    if (!(await endExport(tx, wanted, outcome))) return true;
    const { email, language } = owner;
    const date = dayInWords(expiresAt, language, brand.settings.country);
    await queueMail(tx, {
      brand,
      accountId,
      to: email,
      language,
      template: 'data_ready',
      data: { link: `${origin}/profile`, date },
    });
    return true;
  });
  if (!isOwned) await storage.remove(exportFile(wanted));
}

/** Far longer than all attempts together: the process that made it was killed in the last one. */
const MAKING_AT_MOST = DAY;

/** Throws away the copies that have run out. The file goes first: what is marked as expired is gone. */
export async function expireExports(app: App, info: Pick<JobInfo, 'signal'>): Promise<void> {
  const { db, storage, clock } = app;
  const now = clock.now();
  await failExportsBefore(db, new Date(now.getTime() - MAKING_AT_MOST));
  await forEachDue(
    info,
    (limit) => findOldExports(db, now, limit),
    async (key) => {
      await storage.remove(exportFile(key));
      await markExpired(db, key);
    },
  );
}

const owner = z.object({ brandId: z.uuid(), accountId: z.uuid() });
type Owner = z.output<typeof owner>;
const removeExportFilesJob = jobKind('accounts.removeExportFiles', owner);

/** Only its owner gets it: pages serve photos alone, and `downloadExport` checks who wants it. */
function folderOf({ brandId, accountId }: Owner): string {
  return `exports/${brandId}/${accountId}`;
}

export function exportFile(key: ExportKey): string {
  return `${folderOf(key)}/${key.exportId}.zip`;
}

/** To be called in the transaction that deletes the account. */
export function forgetExports(tx: Tx, account: Owner): Promise<void> {
  return enqueue(tx, removeExportFilesJob, account, { key: account.accountId });
}

function removeExportFiles({ storage }: App, account: Owner): Promise<void> {
  return storage.removeAll(folderOf(account));
}

export const exportJobs = [
  handle(makeExportJob, makeExport, { timeoutSeconds: 300 }),
  handle(removeExportFilesJob, removeExportFiles),
];

const exportColumns = ['id', 'status', 'bytes', 'created_at', 'expires_at'] as const;

export interface ExportKey {
  brandId: string;
  accountId: string;
  exportId: string;
}

function exportsOf(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('data_export')
    .select(exportColumns)
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc');
}

function findRunningExport(db: DbOrTx, brandId: string, accountId: string) {
  return exportsOf(db, brandId, accountId).where('status', '=', 'making').executeTakeFirst();
}

function readExports(db: DbOrTx, brandId: string, accountId: string) {
  return exportsOf(db, brandId, accountId).limit(SHOWN).execute();
}

function readExport(db: DbOrTx, { brandId, accountId, exportId }: ExportKey) {
  return exportsOf(db, brandId, accountId).where('id', '=', exportId).executeTakeFirst();
}

/** Answers whether it was still being made. */
async function endExport(
  db: DbOrTx,
  { brandId, exportId }: ExportKey,
  outcome: { status: 'ready'; bytes: number; expires_at: Date } | { status: 'failed' },
): Promise<boolean> {
  const row = await db
    .updateTable('data_export')
    .set(outcome)
    .where('brand_id', '=', brandId)
    .where('id', '=', exportId)
    .where('status', '=', 'making')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

function findOldExports(db: DbOrTx, now: Date, limit: number) {
  return db
    .selectFrom('data_export')
    .select(['brand_id as brandId', 'account_id as accountId', 'id as exportId'])
    .where('status', '=', 'ready')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}

async function markExpired(db: DbOrTx, { brandId, exportId }: ExportKey): Promise<void> {
  await db
    .updateTable('data_export')
    .set({ status: 'expired' })
    .where('brand_id', '=', brandId)
    .where('id', '=', exportId)
    .where('status', '=', 'ready')
    .execute();
}

async function failExportsBefore(db: DbOrTx, before: Date): Promise<void> {
  await db
    .updateTable('data_export')
    .set({ status: 'failed' })
    .where('status', '=', 'making')
    .where('created_at', '<', before)
    .execute();
}
