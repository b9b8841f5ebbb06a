import { z } from 'zod';
import type { App } from '../../app.ts';
import { DAY } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import { handle, jobKind } from '../../platform/jobs/jobs.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { dayInWords } from '../../countries/local-time.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { exportFile } from './export-files.ts';
import { packExport } from './pack-export.ts';
import { endExport, lockAccount, readExport } from './queries.ts';
import { readAccountFacts } from './gather-queries.ts';

const KEPT_FOR = 7 * DAY;

const payload = z.object({
  brandId: z.uuid(),
  accountId: z.uuid(),
  exportId: z.uuid(),
  /** Of the site on which it was asked for. */
  origin: z.url().max(300),
});
type Wanted = z.output<typeof payload>;

export const makeExport = jobKind('privacy.make_export', payload, { maxAttempts: 5 });

async function run(app: App, wanted: Wanted, { last, signal }: JobInfo): Promise<void> {
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
  const expiresAt = new Date(clock.now().getTime() + KEPT_FOR);
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

export const exportJobs = [handle(makeExport, run, { timeoutSeconds: 300 })];
