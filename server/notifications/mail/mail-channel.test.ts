import { afterAll, beforeAll, beforeEach } from 'vitest';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { startSmtpSandbox } from '#sandbox/smtp.ts';
import type { SmtpSandbox } from '#sandbox/smtp.ts';
import { signInByLink } from '#server/accounts/sign-in.ts';
import type { App } from '#server/app.ts';
import { isUndeliverable } from '#server/mails/mail.ts';
import { DAY } from '#server/platform/clock.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import { newId } from '#server/platform/ids.ts';
import { outboxTransport, smtpTransport } from '#server/platform/mail/transport.ts';
import type { MailTransport } from '#server/platform/mail/transport.ts';
import { expect, test } from '#testing/harness.ts';
import { readMails } from '#testing/platform/mails.ts';
import { readReceived } from '#testing/platform/received-mail.ts';
import type { Member } from '#testing/world.ts';
import { NotTaken } from '../channel.ts';
import type { NotificationContent } from '../channel.ts';
import { settingsOf } from '../settings.ts';
import { mailChannel } from './mail-channel.ts';
import { addOneClick } from './unsubscribe.ts';

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
  smtp.troubles.splice(0);
});

const giulia = {
  profileId: newId(),
  screenName: 'Giulia',
  kind: 'member',
  unread: 3,
  words: 'Ciao!',
} as const;
const stella = { profileId: newId(), screenName: 'Stella', kind: 'ai', unread: 1, words: null } as const;
const nora = {
  profileId: newId(),
  screenName: 'Nora',
  kind: 'staff',
  unread: 1,
  words: 'Come stai?',
} as const;

const newsFor = (
  { accountId, brand, origin, email }: Member,
  news: Partial<NotificationContent> = {},
): NotificationContent => ({
  id: newId(),
  kind: 'message',
  brand,
  accountId,
  origin,
  language: 'en',
  email,
  screenName: 'Marco',
  senders: [giulia],
  total: 1,
  count: 0,
  ...news,
});

const send = (app: App, content: NotificationContent, by = transport) =>
  mailChannel.send({ ...app, mailTransport: by }, content, new AbortController().signal);

const mailOf = async ({ db }: App, id: string) => (await readMails(db, { id }))[0];

const arrived = () => readReceived(smtp.messages[0]);
const headerLink = () => new URL(/^<(.+)>$/.exec(arrived().headers.get('list-unsubscribe') ?? '')?.[1] ?? '');

test('one mail names all who wrote, and says of our profiles what they are', async ({ app, world }) => {
  const marco = await world.member();
  const content = newsFor(marco, { senders: [giulia, nora, stella], total: 5 });
  expect(await send(app, content)).toBe('sent');
  const { headers, text, html } = arrived();
  expect(headers.get('message-id')).toBe(`<${content.id}@${marco.brand.settings.domain}>`);
  expect(headers.get('subject')).toBe('5 conversations with new messages · Lunaria');
  expect(text).toContain('* Giulia · 3 new messages\n  Ciao!');
  expect(text).toContain('* Nora (Profile run by our staff) · 1 new message\n  Come stai?');
  expect(text).toContain('* Stella (AI companion) · 1 new message\n\nAnd 2 other conversations.');
  for (const part of ['Profile run by our staff', 'AI companion', 'Come stai?']) expect(html).toContain(part);
  expect(await mailOf(app, content.id)).toMatchObject({ status: 'sent', html: null, text: null });
});

test('its button opens the conversation signed in, for seven days', async ({ app, world }) => {
  const marco = await world.member();
  await send(app, newsFor(marco));
  const [address = ''] = /https?:\S+autologin\S+/.exec(arrived().text) ?? [];
  const query = new URL(address).searchParams;
  expect(Buffer.from(query.get('red') ?? '', 'base64').toString()).toBe(`/chats/${giulia.profileId}`);
  expect(query.get('clickid')).toBe(marco.trackerId);
  const enter = () => signInByLink({ ...world.visitor(), linkToken: query.get('token') ?? '' }, {});
  expect(await enter()).toMatchObject({ trackerId: marco.trackerId });
  app.clock.advance(7 * DAY + 1_000);
  await expect(enter()).rejects.toMatchObject({ code: 'link.invalid' });
});

test.for(LANGUAGES)('every sort of mail in %s is complete', async (language, { app, world }) => {
  const marco = await world.member();
  const news: Partial<NotificationContent>[] = [
    { kind: 'message' },
    { kind: 'message', senders: [stella], total: 1 },
    { kind: 'like', senders: [giulia, stella], total: 2 },
    { kind: 'visit', senders: [{ ...nora, did: 'visited' }], total: 1 },
    { kind: 'like', senders: [{ ...giulia, did: 'both' }], total: 1 },
    { kind: 'gift', senders: [], total: 0, count: 1 },
    { kind: 'gift', senders: [], total: 0, count: 5 },
  ];
  for (const one of news) await send(app, newsFor(marco, { ...one, language }));
  const mails = smtp.messages.map(readReceived);
  expect(mails).toHaveLength(news.length);
  for (const { headers, text, html } of mails) {
    expect(`${headers.get('subject')}${text}${html}`).not.toMatch(/\{\w+\}|undefined|\[object/);
    expect(html).toContain(`<html lang="${language}">`);
  }
  // Also in a subject no reader takes an AI for a person.
  expect(mails[1]?.headers.get('subject')).toMatch(/Stella \(.*(AI|IA).*\)/);
});

test('one click in the mail program ends this sort of mail and no other', async ({ app, world }) => {
  const marco = await world.member();
  const { server } = await createHttpServer(app);
  await addOneClick(app, server);
  await send(app, newsFor(marco, { kind: 'like', senders: [giulia, nora], total: 2 }));
  expect(arrived().headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const { host, pathname, search } = headerLink();
  const post = (payload: string, type = 'application/x-www-form-urlencoded') =>
    server.inject({
      method: 'POST',
      url: pathname + search,
      headers: { host, 'content-type': type },
      payload,
    });
  const wanted = async () => (await settingsOf(app.db, marco)).mail;
  expect((await post('something=else')).statusCode).toBe(400);
  expect(await wanted()).toEqual({ message: true, like: true, visit: true, gift: true });
  const answers = [await post('List-Unsubscribe=One-Click'), await post('List-Unsubscribe=One-Click')];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await wanted()).toEqual({ message: true, like: false, visit: false, gift: true });

  smtp.messages.splice(0);
  await send(app, newsFor(marco));
  const { search: other } = headerLink();
  const parts =
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  const multipart = await server.inject({
    method: 'POST',
    url: pathname + other,
    headers: { host, 'content-type': 'multipart/form-data; boundary=b' },
    payload: parts,
  });
  expect(multipart.statusCode).toBe(200);
  expect(await wanted()).toEqual({ message: false, like: false, visit: false, gift: true });
  expect((await server.inject({ method: 'POST', url: '/unsubscribe', headers: { host } })).statusCode).toBe(
    400,
  );
});

test('what the server did not take is tried again', async ({ app, world }) => {
  const marco = await world.member();
  const content = newsFor(marco);
  const fresh = smtpTransport(smtp.url);
  for (const trouble of [
    { at: 'CONNECT', reply: '421 4.3.2 not now' },
    { at: 'RCPT', reply: `451 4.7.1 <${marco.email}> greylisted` },
    { at: 'CONTENT', reply: '452 4.3.1 disk full' },
    { at: 'CONTENT', reply: '554 5.7.1 looks like spam' },
    { at: 'MAIL', cut: true },
  ] as const) {
    smtp.troubles.push(trouble);
    const failure = await send(app, content, fresh).catch((error: unknown) => error);
    expect(failure, JSON.stringify(trouble)).toBeInstanceOf(NotTaken);
    expect(String(failure)).not.toContain(marco.email);
  }
  expect(smtp.messages).toEqual([]);
  expect(await mailOf(app, content.id)).toBeUndefined();
  expect(await send(app, content, fresh)).toBe('sent');
  fresh.close();
  expect(smtp.messages).toHaveLength(1);
});

test('a server that is not there has taken nothing', async ({ app, world }) => {
  const away = smtpTransport('smtp://127.0.0.1:9');
  await expect(send(app, newsFor(await world.member()), away)).rejects.toBeInstanceOf(NotTaken);
  away.close();
});

test('an address that does not exist is gone, and one that is full only this time', async ({
  app,
  world,
}) => {
  const [marco, paolo] = [await world.member(), await world.member()];
  smtp.troubles.push({ at: 'RCPT', reply: '550 5.1.1 No such user' });
  const content = newsFor(marco);
  expect(await send(app, content)).toBe('gone');
  expect(await mailOf(app, content.id)).toMatchObject({ status: 'failed' });
  expect(await isUndeliverable(app, app.db, marco.brandId, marco.email)).toBe(true);
  smtp.troubles.push({ at: 'RCPT', reply: '552 5.2.2 Mailbox full' });
  expect(await send(app, newsFor(paolo))).toBe('gone');
  expect(await isUndeliverable(app, app.db, paolo.brandId, paolo.email)).toBe(false);
});

test('when the connection breaks behind the text the outcome is unknown', async ({ app, world }) => {
  const content = newsFor(await world.member());
  smtp.troubles.push({ at: 'CONTENT', cut: true });
  expect(await send(app, content)).toBe('unknown');
  expect(await mailOf(app, content.id)).toMatchObject({ status: 'failed' });
});

test('without a mail server it is kept, to be read', async ({ app, world }) => {
  const content = newsFor(await world.member());
  expect(await send(app, content, outboxTransport)).toBe('sent');
  const kept = await mailOf(app, content.id);
  expect(kept).toMatchObject({ status: 'kept', template: 'new_message' });
  expect(kept?.text).toContain('Giulia');
});

test('an erased member gets nothing', async ({ app, world }) => {
  const marco = await world.member();
  expect(await send(app, newsFor({ ...marco, accountId: newId() }))).toBe('gone');
  expect(smtp.messages).toEqual([]);
});
