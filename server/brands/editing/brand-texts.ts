/** The words of a brand for those who edit them: ours, how a mail looks in theirs, and that mail sent to themselves. */

import { textsPart } from '#contract/brand/parts.ts';
import type { TextChannel } from '#contract/brand/texts.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  listTexts as listEndpoint,
  previewMail as previewEndpoint,
  sendTestMail as sendEndpoint,
} from '#contract/staff/brand-texts.ts';
import type { StaffContext } from '#server/app.ts';
import { queueMail } from '#server/mails/mail.ts';
import { renderMail } from '#server/mails/render.ts';
import { sampleMail } from '#server/mails/samples.ts';
import { memberTemplates } from '#server/mails/templates.ts';
import type { DataOf, MailTemplate } from '#server/mails/templates.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import type { Brand } from '../directory.ts';
import { catalogue } from '../texts/catalogue.ts';
import { findWordFaults } from '../texts/faults.ts';
import { findEditedBrand } from './edited-brand.ts';

export async function listTexts(
  context: StaffContext,
  { brand, channel }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  await findEditedBrand(context, brand);
  return {
    texts: catalogue[channel].map(({ key, lock, limit, ours, tokens }) => ({
      key,
      lock,
      limit,
      ours,
      tokens: Object.fromEntries(Object.entries(tokens).map(([language, each]) => [language, [...each]])),
    })),
  };
}

/** One that was published: a site that cannot be opened has no mails. */
export async function findShownBrand(context: StaffContext, key: string): Promise<Brand> {
  const { brandId } = await findEditedBrand(context, key);
  return context.app.brands.byId(brandId) ?? fail('request.not_found');
}

export function wordsOfTry(tried: readonly { key: string; text: string }[]): Record<string, string> {
  return Object.fromEntries(tried.map(({ key, text }) => [key, text]));
}

/** Refuses words that could not be published either, each with the reason. */
export function requireSound(
  brand: Brand,
  channel: TextChannel,
  language: Language,
  words: Readonly<Record<string, string>>,
): void {
  const inLanguage = Object.fromEntries(
    Object.entries(words).map(([key, text]) => [key, { [language]: text }]),
  );
  const problems = findWordFaults({ channel, words: inLanguage }).map(({ path, what }) => ({
    part: textsPart(channel),
    path: ['words', ...path],
    what,
  }));
  if (problems.length > 0) fail('brand.invalid', { brand: brand.key, problems });
}

/** What a try is made of, with the mail's data made up. */
async function readTry(
  context: StaffContext,
  { brand: key, template, language, words: tried }: InputOf<typeof previewEndpoint>,
) {
  const brand = await findShownBrand(context, key);
  const words = wordsOfTry(tried);
  const found = memberTemplates.find((each) => each === template) ?? fail('request.not_found');
  requireSound(brand, 'mail', language, words);
  const data = sampleMail(found, language, siteOrigin(context.app, brand), words);
  return { brand, language, template: found, data: { ...data, words } };
}

export async function previewMail(
  context: StaffContext,
  input: InputOf<typeof previewEndpoint>,
): Promise<ReplyOf<typeof previewEndpoint>> {
  const { subject, html, text } = renderMail(await readTry(context, input));
  return { subject, html, text };
}

/** It goes by the queue and stands in the outbox, so what arrives is what members would get. */
export async function sendTestMail(
  context: StaffContext,
  input: InputOf<typeof sendEndpoint>,
): Promise<ReplyOf<typeof sendEndpoint>> {
  const { app, staffId, ip } = context;
  const { brand, language, template, data } = await readTry(context, input);
  await app.limits.hit('testMails', staffId);
  const { email: to } = await app.db
    .selectFrom('staff')
    .select('email')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
  await transact(app.db, async (tx) => {
    await queueMail(tx, {
      brand,
      aboutId: staffId,
      to,
      language,
      template,
      // Links of samples lead to the site and open nothing.
      data: { ...data, isTest: true } as DataOf<MailTemplate>,
    });
    await recordAudit(tx, {
      brandId: brand.id,
      actor: { kind: 'staff', id: staffId },
      action: 'brand.test_mail_sent',
      subject: template,
      details: { language },
      ip,
    });
  });
  return { to };
}
