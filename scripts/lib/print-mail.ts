/** The outbox for an operator on the machine: what waits or was never sent, and one mail with links that work. */

import { sql } from 'kysely';
import { openBrandDirectory } from '#server/brands/directory.ts';
import { makeLinksOf } from '#server/mails/mail-links.ts';
import { renderKept } from '#server/mails/render.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readUuid } from '#server/platform/ids.ts';
import { openLinks } from './print-link.ts';
import type { CommandContext } from './reach-database.ts';

const MOST_LISTED = 50;

/** The newest that were not sent, newest first. */
export async function listMails({ db, terminal }: CommandContext): Promise<void> {
  const mails = await waiting(db).limit(MOST_LISTED).execute();
  for (const { id, status, brand, template, recipient } of mails)
    terminal.log([id, status.padEnd(6), brand.padEnd(10), template.padEnd(20), recipient].join('  '));
  if (mails.length === 0) terminal.error('No mail waits and none was left unsent.');
}

/** One of them, by its id or as the newest to an address. The links in it are made now, and good from now. */
export async function printMail({ config, db, terminal }: CommandContext, which: string): Promise<void> {
  const id = readUuid(which);
  const found = waiting(db).select(['mail.brand_id', 'language', 'data']);
  const mail = await found
    .where((where) =>
      id ? where('mail.id', '=', id) : where(sql`lower(recipient)`, '=', which.trim().toLowerCase()),
    )
    .executeTakeFirst();
  const directory = await openBrandDirectory({ db, localhostIsFirst: false });
  const brand = mail && directory.byId(mail.brand_id);
  if (!brand) throw new StartupFault(`There is no unsent mail ${id ? '' : 'to '}${which}.`);
  const links = await openLinks(config);
  const data = await makeLinksOf(links, { id: mail.id, brandId: brand.id, data: mail.data });
  const { subject, text } = renderKept(brand, { ...mail, data }) ?? { subject: '', text: '' };
  terminal.log(`${subject}\n\n${text}`);
}

function waiting(db: Database) {
  return db
    .selectFrom('mail')
    .innerJoin('brand', 'brand.id', 'mail.brand_id')
    .select(['mail.id', 'mail.status', 'brand.key as brand', 'mail.template', 'mail.recipient'])
    .where('mail.data', 'is not', null)
    .orderBy('mail.id', 'desc');
}
