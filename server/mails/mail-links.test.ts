import { afterAll, beforeAll, beforeEach } from 'vitest';
import { LANGUAGES, LINK_PLACEHOLDER } from '#contract/kernel/constants.ts';
import { startSmtpSandbox } from '#sandbox/smtp.ts';
import type { SmtpSandbox } from '#sandbox/smtp.ts';
import { confirmLink, unsubscribeLink } from '#server/accounts/account-links.ts';
import { DAY } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { smtpTransport } from '#server/platform/mail/transport.ts';
import type { MailTransport } from '#server/platform/mail/transport.ts';
import { useLinkOnce } from '#server/platform/security/links.ts';
import { expect, test } from '#testing/harness.ts';
import { readMails, sendQueuedMails } from '#testing/platform/mails.ts';
import { readReceived } from '#testing/platform/received-mail.ts';
import { makeAddress } from './mail-links.ts';
import { queueMail } from './mail.ts';

let smtp: SmtpSandbox;
let transport: MailTransport;
beforeAll(async () => {
  smtp = await startSmtpSandbox();
  transport = smtpTransport(smtp.url);
});
afterAll(async () => {
  transport.close();
  await smtp.stop();
});
beforeEach(() => {
  smtp.messages.splice(0);
});

const receivedMail = () => readReceived(smtp.messages[0]);

test.for(LANGUAGES)(
  'a mail in %s arrives as it was written, and its links are forgotten',
  async (language, { app, db, world }) => {
    const brand = world.brand();
    const subject = newId();
    const owner = { accountId: subject, version: 3 };
    const link = confirmLink('https://lunaria.example', owner, 'niccolò@example.com');
    const id = await queueMail(db, {
      brand,
      to: 'niccolò@example.com',
      language,
      template: 'confirm_email',
      data: {
        link,
        screenName: 'Nicolò 🌙',
        unsubscribeLink: unsubscribeLink('https://lunaria.example', owner, ['message']),
      },
    });
    const queued = (await readMails(db, { id }))[0]!;
    // Who reads the outbox sees where the links lead and no token.
    expect(queued.text).toContain(`https://lunaria.example/confirmEmail?token=${LINK_PLACEHOLDER}`);
    expect(queued).toMatchObject({
      status: 'queued',
      brand_id: brand.id,
      template: 'confirm_email',
      language,
    });

    // It waits for longer than it is good, which counts from when it is sent.
    app.clock.advance(30 * DAY);
    await sendQueuedMails(app, transport);
    expect(smtp.messages).toHaveLength(1);
    expect(smtp.messages[0]).toMatchObject({
      from: `noreply@${brand.settings.domain}`,
      to: ['niccolò@example.com'],
    });
    const { headers, text, html } = receivedMail();
    expect(headers.get('message-id')).toBe(`<${id}@${brand.settings.domain}>`);
    expect(headers.get('from')).toBe(`${brand.settings.title} <noreply@${brand.settings.domain}>`);
    expect(headers.get('subject')).toBe(queued.subject);
    const [, toStop = ''] =
      /^<https:\/\/lunaria\.example\/unsubscribe\?token=(.+)>$/.exec(headers.get('list-unsubscribe') ?? '') ??
      [];
    expect(await app.links.open(toStop, { purpose: 'unsubscribe', brandId: brand.id })).toMatchObject({
      subject,
    });
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    const [, token = ''] = /confirmEmail\?token=(\S+)/.exec(text) ?? [];
    const opened = await app.links.open(token, { purpose: 'confirm', brandId: brand.id });
    expect(opened).toMatchObject({ id, subject, data: { email: 'niccolò@example.com', version: 3 } });
    expect(opened.expiresAt).toEqual(new Date(app.clock.now().getTime() + 7 * DAY));
    expect(text).toContain('Nicolò 🌙');
    const withToken = (markup: string) =>
      markup.replaceAll(token, LINK_PLACEHOLDER).replaceAll(toStop, LINK_PLACEHOLDER);
    expect(withToken(html).trimEnd()).toBe(queued.html?.trimEnd());

    expect((await readMails(db, { id }))[0]!).toMatchObject({
      status: 'sent',
      html: null,
      text: null,
      sent_at: app.clock.now(),
    });
  },
);

test('however often one mail is sent, its links are good once between them', async ({ app, db, world }) => {
  const brand = world.brand();
  const owner = { accountId: newId(), version: 0 };
  const link = confirmLink('https://lunaria.example', owner, 'a@example.com');
  const id = newId();
  const made = async () => {
    const address = new URL(await makeAddress(app.links, brand.id, link, id));
    const token = address.searchParams.get('token') ?? '';
    return app.links.open(token, { purpose: 'confirm', brandId: brand.id });
  };
  const [first, second] = [await made(), await made()];
  await useLinkOnce(db, brand.id, first);
  await expect(useLinkOnce(db, brand.id, second)).rejects.toMatchObject({ code: 'link.invalid' });
});
