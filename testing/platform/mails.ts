import { z } from 'zod';
import { brandSettings } from '#contract/brand/brand.ts';
import { deriveTheme } from '#contract/theme/theme.ts';
import type { Theme } from '#contract/theme/theme.ts';
import type { App } from '#server/app.ts';
import { makeLinksOf } from '#server/mails/mail-links.ts';
import { mailQueues } from '#server/mails/mail-queues.ts';
import { renderKept } from '#server/mails/render.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { MailTransport } from '#server/platform/mail/transport.ts';
import { workOff } from '#server/platform/work/worker.ts';

/** What was written to an address, oldest first. */
export async function mailsTo(db: Database, email: string) {
  const mails = await readMails(db, { recipient: email });
  return mails.map(({ id, brand_id: brandId, template, language, subject, text, html, data }) => ({
    id,
    brandId,
    template,
    language,
    subject,
    text,
    html,
    data,
  }));
}

type Wanted = Partial<Record<'id' | 'recipient' | 'account_id' | 'template', string>>;

/** Mails as the outbox shows them, oldest first: without tokens, and without words once they are sent. */
export async function readMails(db: Database, wanted: Wanted) {
  let found = db
    .selectFrom('mail')
    .innerJoin('brand', 'brand.id', 'mail.brand_id')
    .selectAll('mail')
    .select('brand.settings')
    .orderBy('mail.id');
  for (const [column, value] of Object.entries(wanted))
    found = found.where(`mail.${column as keyof Wanted}`, '=', value);
  const rows = await found.execute();
  return rows.map((row) => {
    const settings = brandSettings.parse(row.settings);
    const { html = null, text = null } =
      renderKept({ settings, theme: themeOf(settings.theme), words: {} }, row) ?? {};
    return Object.assign(row, { html, text, error: row.error ?? row.work_error });
  });
}

/** To derive one takes far longer than to write a mail. */
const themes = new Map<string, Theme>();

function themeOf(settings: Parameters<typeof deriveTheme>[0]): Theme {
  const key = JSON.stringify(settings);
  const theme = themes.get(key) ?? deriveTheme(settings);
  themes.set(key, theme);
  return theme;
}

/** The address that the only link of a mail leads to. */
export function linkIn(mail: { text: string | null } | undefined): URL {
  const [link] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? [];
  if (link === undefined) throw new Error('the mail has no link');
  return new URL(link);
}

/** Sends all that waits by this transport, until there is no more or the signal says that it is enough. */
export function sendQueuedMails(
  app: App,
  mailTransport: MailTransport,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  return workOff({ ...app, mailTransport }, mailQueues, signal);
}

type Waiting = Pick<Awaited<ReturnType<typeof mailsTo>>[number], 'id' | 'brandId' | 'data'>;

/** The token of the link that the mail would have if it were sent now. */
export async function tokenIn({ links }: Pick<App, 'links'>, mail: Waiting | undefined): Promise<string> {
  const { link } = z
    .object({ link: z.url() })
    .parse(await makeLinksOf(links, mail ?? { id: '', brandId: '', data: {} }));
  const { searchParams, hash } = new URL(link);
  return searchParams.get('token') ?? hash.slice(1);
}
