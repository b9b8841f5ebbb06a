import { z } from 'zod';
import type { App } from '../app.ts';
import { transact } from '../platform/database/database.ts';
import { jobKind } from '../platform/jobs/jobs.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { RESET_MINUTES, makeResetToken, pageAddress } from './account-links.ts';
import { findCredentials } from './queries.ts';

const payload = z.object({
  brandId: z.uuid(),
  /** None where the address was unknown: that job exists only to take as long to ask for. */
  accountId: z.uuid().nullable(),
  /** Of the site on which it was asked for. */
  origin: z.url().max(300),
});

/** The link is made by the job: what waits in the queue opens nothing. */
export const sendReset = jobKind('accounts.sendReset', payload, { maxAttempts: 6 });

/** Writes the mail with the link, unless there is nobody who may have it. */
export async function mailReset(
  { db, brands, links }: App,
  { brandId, accountId, origin }: z.output<typeof payload>,
): Promise<void> {
  if (accountId === null) return;
  const brand = brands.byId(brandId);
  if (!brand) throw new Error('the brand of a reset is not known here yet');
  const account = await findCredentials(db, brandId, accountId);
  if (!account || account.status === 'disabled') return;
  const owner = { brandId, accountId, version: account.credentials_version };
  const token = await makeResetToken(links, owner);
  await transact(db, (tx) =>
    queueMail(tx, {
      brand,
      accountId,
      to: account.email,
      language: account.language,
      template: 'reset_password',
      data: { link: pageAddress(origin, '/resetPassword', { token }), validMinutes: RESET_MINUTES },
    }),
  );
}
