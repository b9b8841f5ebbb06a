import { z } from 'zod';
import type { App } from '../../app.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue, handle, jobKind } from '../../platform/jobs/jobs.ts';
import type { ExportKey } from './queries.ts';

const owner = z.object({ brandId: z.uuid(), accountId: z.uuid() });
type Owner = z.output<typeof owner>;
const dropFiles = jobKind('privacy.drop_export_files', owner);

/** Nobody but its owner gets it: pages serve photos alone, and `downloadExport` asks who wants it. */
function folderOf({ brandId, accountId }: Owner): string {
  return `exports/${brandId}/${accountId}`;
}

export function exportFile(key: ExportKey): string {
  return `${folderOf(key)}/${key.exportId}.zip`;
}

/** To be called in the transaction that deletes the account. */
export function forgetExports(tx: Tx, account: Owner): Promise<void> {
  return enqueue(tx, dropFiles, account, { key: account.accountId });
}

export const exportFileJobs = [
  handle(dropFiles, ({ storage }: App, account) => storage.removeAll(folderOf(account))),
];
