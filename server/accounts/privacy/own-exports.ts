import { buffer } from 'node:stream/consumers';
import type { ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type {
  DataExport,
  listExports as listEndpoint,
  requestExport as requestEndpoint,
} from '../../../contract/account/own-account.ts';
import type { MemberContext } from '../../app.ts';
import type { Clock } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { exportFile } from './export-files.ts';
import { makeExport } from './make-export.ts';
import { findRunningExport, insertExport, lockAccount, readExport, readExports } from './queries.ts';

const SHOWN = 20;

/** Has a copy of everything made. While one is being made, that is the one. */
export async function requestExport(context: MemberContext): Promise<ReplyOf<typeof requestEndpoint>> {
  const { db, brandId, accountId, clock, limits, origin } = context;
  const running = await findRunningExport(db, brandId, accountId);
  if (running) return { result: 'OK', export: describe(running, clock) };
  const limited = ['exportAccount', `${brandId}:${accountId}`] as const;
  await limits.hit(...limited);
  const { row, isNew } = await transact(db, async (tx) => {
    if (!(await lockAccount(tx, brandId, accountId))) fail('session.dead');
    const other = await findRunningExport(tx, brandId, accountId);
    if (other) return { row: other, isNew: false };
    const exportId = newId();
    await enqueue(tx, makeExport, { brandId, accountId, exportId, origin });
    const made = await insertExport(tx, { brandId, accountId, id: exportId, at: clock.now() });
    return { row: made, isNew: true };
  });
  // Whoever taps twice has asked once.
  if (!isNew) await limits.forgive(...limited);
  return { result: 'OK', export: describe(row, clock) };
}

export async function listExports(context: MemberContext): Promise<ReplyOf<typeof listEndpoint>> {
  const { db, brandId, accountId, clock } = context;
  const rows = await readExports(db, brandId, accountId, SHOWN);
  return { exports: rows.map((row) => describe(row, clock)) };
}

/** A stranger's copy, one that has run out and a missing one must look the same. */
export async function downloadExport(
  context: MemberContext,
  { exportId }: { exportId: string },
): Promise<Blob> {
  const { db, brandId, accountId, clock, storage } = context;
  const key = { brandId, accountId, exportId };
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
