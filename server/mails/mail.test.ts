import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { LINK_PLACEHOLDER } from '#contract/kernel/constants.ts';
import { startSmtpSandbox } from '#sandbox/smtp.ts';
import type { SmtpSandbox } from '#sandbox/smtp.ts';
import { autologinLink, confirmLink } from '#server/accounts/account-links.ts';
import type { App } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { chooseTransport, outboxTransport, smtpTransport } from '#server/platform/mail/transport.ts';
import type { MailTransport } from '#server/platform/mail/transport.ts';
import { listFailed, retryFailed } from '#server/platform/work/overview.ts';
import { createWakeUps } from '#server/platform/work/wake.ts';
import { expect, test } from '#testing/harness.ts';
import { patiently } from '#testing/platform/jobs.ts';
import { readMails, sendQueuedMails } from '#testing/platform/mails.ts';
import { readReceived } from '#testing/platform/received-mail.ts';
import { whileAtWork } from '#testing/platform/work.ts';
import { mailQueues } from './mail-queues.ts';
import { mailQueueNames, queueMail, queueMails, recordUndeliverable } from './mail.ts';

let smtp: SmtpSandbox;
let transport: MailTransport;
beforeAll(async () => {
  smtp = await startSmtpSandbox({ login: { user: 'lunaria', password: 'p@ss word' } });
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

/** Sends one mail and no other, as the queue would, without its waiting. */
async function send(
  app: App,
  mailId: string,
  { transport: chosen = transport, last = false } = {},
): Promise<void> {
  await sql`update mail set work_at = case when id = ${mailId}::uuid then now() else 'infinity' end,
    work_tries = case when ${last} then 9 else work_tries end where work_at is not null`.execute(app.db);
  await sendQueuedMails(app, chosen);
}

const readMail = async ({ db }: App, id: string) => (await readMails(db, { id }))[0]!;

const receivedMail = () => readReceived(smtp.messages[0]);

const unknown = { accountId: newId(), version: 0 };
const letter = {
  language: 'it',
  template: 'autologin',
  data: {
    link: autologinLink('https://lunaria.example', unknown, { path: '/', trackerId: 't' }),
  },
} as const;

test('a mail is sent once, however many send at the same time', async ({ app, db, world }) => {
  const id = await queueMail(db, { brand: world.brand(), to: 'a@example.com', ...letter });
  await Promise.all(Array.from({ length: 3 }, () => sendQueuedMails(app, transport)));
  await send(app, id);
  expect(smtp.messages).toHaveLength(1);
});

test('whatever a person has typed can be kept, and arrives without what no database takes', async ({
  app,
  db,
  world,
}) => {
  const data = {
    link: 'https://lunaria.example/console',
    from: 'a@example.com',
    number: 7,
    message: 'Ci\0ao \ud83d!',
  };
  const mail = {
    brand: world.brand(),
    to: 'help@example.com',
    language: 'it',
    template: 'contact_received',
  } as const;
  const id = await queueMail(db, { ...mail, data });
  await send(app, id);
  expect(receivedMail().text).toContain('Ciao \ufffd!');
});

test('one that cannot be rendered any more keeps no other from going out', async ({ app, db, world }) => {
  const mail = { brand: world.brand(), ...letter };
  const stale = await queueMail(db, { ...mail, to: 'stale@example.com' });
  await queueMail(db, { ...mail, to: 'fresh@example.com' });
  await sql`update mail set data = '{}' where id = ${stale}::uuid`.execute(db);
  await sendQueuedMails(app, transport);
  expect(smtp.messages.map(({ to }) => to)).toEqual([['fresh@example.com']]);
  const kept = db.selectFrom('mail').select(['status', 'work_tries']).where('id', '=', stale);
  expect(await kept.executeTakeFirst()).toEqual({ status: 'queued', work_tries: 1 });
});

test('an address that does not exist is not tried', async ({ app, db, world }) => {
  const brand = world.brand();
  const mail = { brand, language: 'it', template: 'confirm_email' } as const;
  const link = confirmLink('https://lunaria.example', unknown, 'gone@example.com');
  const data = { link, screenName: 'Nico' };
  const id = await queueMail(db, { ...mail, to: 'Gone@example.com', data });
  await recordUndeliverable(app, db, brand.id, 'gone@example.com');
  await send(app, id);
  expect(smtp.messages).toHaveLength(0);
  expect(await readMail(app, id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('exist'),
  });
});

test('without a mail server it is kept in the outbox, to be read', async ({ app, db, world }) => {
  const id = await queueMail(db, { brand: world.brand(), to: 'a@example.com', ...letter });
  await send(app, id, { transport: outboxTransport });
  const kept = await readMail(app, id);
  expect(kept).toMatchObject({ status: 'kept', sent_at: null });
  expect(kept.text).toContain(`/autologin?token=${LINK_PLACEHOLDER}`);
  await send(app, id);
  expect(smtp.messages).toEqual([]);
});

test('a server that says "later" is asked again; it arrives once', async ({ app, db, world }) => {
  const id = await queueMail(db, { brand: world.brand(), to: 'a@example.com', ...letter });
  smtp.troubles.push({ at: 'RCPT', reply: '451 4.7.1 <a@example.com> greylisted, come back' });
  await send(app, id);
  const waiting = await readMail(app, id);
  expect(waiting).toMatchObject({ status: 'queued', sent_at: null });
  expect(waiting.error).toContain('451 4.7.1 <[recipient]> greylisted');
  expect(waiting.error).not.toContain('a@example.com');
  await send(app, id);
  expect(smtp.messages).toHaveLength(1);
  expect(await readMail(app, id)).toMatchObject({ status: 'sent', error: null });
});

test('after the last attempt it has failed, and can still be tried again by hand', async ({
  app,
  db,
  world,
}) => {
  const id = await queueMail(db, { brand: world.brand(), to: 'a@example.com', ...letter });
  smtp.troubles.push({ at: 'CONTENT', reply: '451 4.3.0 disk full' });
  await send(app, id, { last: true });
  expect(await readMail(app, id)).toMatchObject({ status: 'failed' });
  const [urgent] = mailQueues;
  if (!urgent) throw new Error('there is no queue of mails');
  const [failed] = await listFailed(db, urgent, 10);
  expect(failed).toMatchObject({ kind: 'autologin', error: expect.stringContaining('disk full') as string });
  expect(await retryFailed(app, urgent, failed?.key)).toBe(1);
  expect(await readMail(app, id)).toMatchObject({ status: 'queued' });
  await send(app, id);
  expect(await readMail(app, id)).toMatchObject({ status: 'sent', error: null });
});

test.for([
  { at: 'RCPT', reply: '550 5.1.1 No such user' },
  { at: 'CONTENT', reply: '554 5.7.1 We do not want this' },
] as const)('a no at $at is final', async (trouble, { app, db, world }) => {
  const id = await queueMail(db, { brand: world.brand(), to: 'a@example.com', ...letter });
  smtp.troubles.push(trouble);
  await send(app, id);
  expect(await readMail(app, id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining(trouble.reply) as string,
  });
  expect(smtp.messages).toEqual([]);
});

test('a wrong password of ours is no reason to give up', async ({ app, db, world }) => {
  const id = await queueMail(db, { brand: world.brand(), to: 'a@example.com', ...letter });
  const url = new URL(smtp.url);
  url.password = 'guess';
  const wrong = smtpTransport(url.href);
  await send(app, id, { transport: wrong });
  wrong.close();
  expect(await readMail(app, id)).toMatchObject({ status: 'queued' });
});

test('a mail exists if and when its transaction does', async ({ db, world }) => {
  const before = await sql`select from mail`.execute(db);
  const undone = db.transaction().execute(async (tx) => {
    await queueMail(tx, { brand: world.brand(), to: 'a@example.com', ...letter });
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  const after = await sql`select from mail`.execute(db);
  expect(after.rows).toHaveLength(before.rows.length);
});

test('an address is one address', async ({ db, world }) => {
  const odd = [
    '',
    'a',
    'a@b@c',
    'a@b\r\nBcc: c@d',
    'a@b, c@d',
    '"x" <a@b>',
    'a@b>',
    'a b@c',
    `${'a'.repeat(255)}@b`,
  ];
  for (const to of odd)
    await expect(queueMail(db, { brand: world.brand(), to, ...letter })).rejects.toThrow();
});

test('a name with line breaks stays in its place', async ({ app, db, world }) => {
  const data = {
    from: 'x\r\nBcc: victim@example.com\r\n\r\nhello',
    message: 'hi\r\n.\r\nMAIL FROM:<x@y>',
    number: 10_042,
    link: 'https://lunaria.example/console/tickets',
  };
  const mail = { language: 'en', template: 'contact_received', data } as const;
  const id = await queueMail(db, { brand: world.brand(), to: 'help@example.com', ...mail });
  await send(app, id);
  expect(smtp.messages).toHaveLength(1);
  expect(smtp.messages[0]?.to).toEqual(['help@example.com']);
  const { headers, text } = receivedMail();
  expect(headers.has('bcc')).toBe(false);
  expect(text).toContain('> hi\n> .\n> MAIL FROM:<x@y>');
});

test('MAIL_FROM is the sender of all, if it is set', async ({ app, db, world }) => {
  const id = await queueMail(db, { brand: world.brand(), to: 'a@example.com', ...letter });
  const chosen = chooseTransport({ mail: { smtpUrl: smtp.url, from: 'post@house.example' } });
  await send(app, id, { transport: chosen });
  chosen.close();
  expect(smtp.messages[0]?.from).toBe('post@house.example');
  expect(receivedMail().headers.get('from')).toBe(`${world.brand().settings.title} <post@house.example>`);
  expect(chooseTransport({ mail: { smtpUrl: undefined, from: undefined } })).toBe(outboxTransport);
});

/** No other mail of this file is due. */
async function holdOthers({ db }: App): Promise<void> {
  await sql`update mail set work_at = 'infinity' where work_at is not null`.execute(db);
}

test('the worker sends what was queued, and only what has committed', async ({
  app,
  db,
  databaseUrl,
  world,
}) => {
  await holdOthers(app);
  const stage = { app: { ...app, mailTransport: transport }, databaseUrl, queues: mailQueues };
  await whileAtWork(stage, async () => {
    const id = await db.transaction().execute(async (tx) => {
      const queued = await queueMail(tx, { brand: world.brand('verbena'), to: 'a@example.com', ...letter });
      expect(smtp.messages).toEqual([]);
      return queued;
    });
    await expect.poll(() => readMail(app, id), patiently).toMatchObject({ status: 'sent' });
  });
  expect(receivedMail().headers.get('from')).toContain(world.brand('verbena').settings.title);
});

const digest = {
  language: 'it',
  template: 'new_message',
  data: { ...letter.data, what: 'Un messaggio', people: [], more: '' },
} as const;
const receipt = {
  language: 'it',
  template: 'receipt',
  data: { link: 'https://lunaria.example/profile', total: '9,90 €', plan: '100 crediti', facts: 'R-1' },
} as const;

test('who wants to sign in overtakes a thousand others, and a receipt overtakes what is left', async ({
  app,
  db,
  world,
}) => {
  await holdOthers(app);
  const brand = world.brand();
  const digests = Array.from({ length: 1_000 }, (_, n) => ({ brand, to: `d${n}@example.com`, ...digest }));
  await queueMails(db, digests);
  await queueMails(db, [{ brand, to: 'paid@example.com', ...receipt }]);
  await queueMail(db, { brand, to: 'waits@example.com', ...letter });
  const enough = new AbortController();
  const order: string[] = [];
  const watched: MailTransport = {
    close() {},
    async send(mail) {
      order.push(mail.to);
      if (order.length === 10) enough.abort();
      return transport.send(mail);
    },
  };
  await sendQueuedMails(app, watched, { signal: enough.signal });
  // The two queues send side by side, four at a time.
  expect(order.slice(0, 8)).toEqual(expect.arrayContaining(['waits@example.com', 'paid@example.com']));
  expect(order.indexOf('paid@example.com')).toBeLessThan(order.findIndex((to) => to.startsWith('d')));
  const { rows } = await sql<{ waiting: number; sent: number }>`
    select count(*) filter (where work_at <= now() and work_tries = 0 and work_lease is null)::int as waiting,
      count(*) filter (where status = 'sent')::int as sent
    from mail where recipient like 'd%@example.com'`.execute(db);
  // A mail that was claimed and not begun is due again at once, as if it had not been tried.
  expect(rows[0]?.sent).toBe(order.length - 2);
  expect(rows[0]?.waiting).toBe(1_000 - (order.length - 2));
});

test('others that hang do not keep back who wants to sign in', async ({ app, db, databaseUrl, world }) => {
  await holdOthers(app);
  const brand = world.brand();
  const release = Promise.withResolvers<void>();
  const hangs = Promise.withResolvers<void>();
  const hanging: MailTransport = {
    close() {},
    async send(mail) {
      if (mail.to.startsWith('h')) {
        hangs.resolve();
        await release.promise;
      }
      return transport.send(mail);
    },
  };
  const waiting = Array.from({ length: 60 }, (_, n) => ({ brand, to: `h${n}@example.com`, ...digest }));
  await queueMails(db, waiting);
  const stage = { app: { ...app, mailTransport: hanging }, databaseUrl, queues: mailQueues };
  await whileAtWork(stage, async () => {
    await hangs.promise;
    const id = await queueMail(db, { brand, to: 'waits@example.com', ...letter });
    await expect.poll(() => readMail(app, id), patiently).toMatchObject({ status: 'sent' });
    release.resolve();
  });
});

test('a mail wakes the queue that it waits in when its transaction commits', async ({ app, db, world }) => {
  const wakeUps = createWakeUps(db, app.log);
  const woken: string[] = [];
  wakeUps.worker = (name) => woken.push(name) > 0;
  const brand = world.brand();
  await transact(db, async (tx) => {
    await queueMail(tx, { brand, to: 'a@example.com', ...letter });
    await queueMail(tx, { brand, to: 'a@example.com', ...receipt });
    expect(woken).toEqual([]);
  });
  expect(woken).toEqual([mailQueueNames.urgent, mailQueueNames.rest]);
  await wakeUps.stop();
});

test('what a sender took that died is sent by another, after a while', async ({ app, db, world }) => {
  await holdOthers(app);
  const id = await queueMail(db, { brand: world.brand(), to: 'a@example.com', ...letter });
  const killed = sendQueuedMails(app, { close() {}, send: () => new Promise(() => {}) });
  await expect.poll(() => readMail(app, id), patiently).toMatchObject({ work_tries: 1 });
  await sendQueuedMails(app, transport);
  expect(smtp.messages).toEqual([]);
  await send(app, id);
  expect(smtp.messages).toHaveLength(1);
  void killed;
});
