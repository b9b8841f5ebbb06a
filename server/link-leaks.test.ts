import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from '#testing/harness.ts';
import { sendQueuedMails } from '#testing/platform/mails.ts';
import { runWaitingJobs } from '#testing/platform/run-jobs.ts';
import { atWork } from '#testing/staff/staff.ts';
import { PLACES } from '#testing/stored-state.ts';
import { sendSignedOut } from '#testing/support/contact.ts';
import type { Member, World } from '#testing/world.ts';
import { autologinLink, unsubscribeLink } from './accounts/account-links.ts';
import { changeEmail } from './accounts/own-email.ts';
import { requestReset, sendResetJob, sendReset } from './accounts/own-password.ts';
import type { App, StaffContext } from './app.ts';
import { queueMail } from './mails/mail.ts';
import { sampleMails } from './mails/samples.ts';
import { mailTemplates } from './mails/templates.ts';
import type { DataOf, MailTemplate } from './mails/templates.ts';
import { imposeSanction } from './moderation/sanctions.ts';
import { mailChannel } from './notifications/mail/mail-channel.ts';
import { requestUnsubscribeLink, unsubscribeJobs } from './notifications/mail/unsubscribe.ts';
import type { Database } from './platform/database/database.ts';
import { newId } from './platform/ids.ts';
import { handle } from './platform/jobs/jobs.ts';
import { MailRefused, outboxTransport } from './platform/mail/transport.ts';
import type { MailTransport } from './platform/mail/transport.ts';
import { linkPurposes } from './platform/security/links.ts';
import { listFailedWork, readWork } from './staff/background-work.ts';
import { listMails, readMail } from './staff/console-reads.ts';
import { invitePerson } from './staff/invitations.ts';

/** Everything that leads to a mail with a link in it. */
async function causeEveryLink(world: World, owner: StaffContext): Promise<Member> {
  const visitor = world.visitor();
  const marco = await world.member();
  await requestReset(visitor, { email: marco.email });
  await requestUnsubscribeLink(visitor, { email: marco.email });
  await changeEmail(marco, {
    oldEmail: marco.email,
    newEmail: `new-${marco.email}`,
  });
  const letter = { email: marco.email, topic: 'other', text: 'Buonasera, non riesco a entrare.' } as const;
  await sendSignedOut(visitor, { id: randomUUID(), ...letter });
  const { accountId, brand } = marco;
  await imposeSanction(owner, {
    brand: brand.key,
    accountId,
    id: newId(),
    kind: 'mute',
    reason: 'harassment',
    hours: 24,
    note: '',
  });
  const irma = { email: 'irma@staff.example', name: 'Irma', isOwner: false, language: 'it' } as const;
  await invitePerson(owner, { ...irma, roles: [{ brand: brand.key, role: 'host' }] });
  return marco;
}

/** A mail of each template, with a link that signs in where the template has one. */
async function queueEveryTemplate({ app, brand, brandId, accountId, origin, email: to }: Member) {
  const owner = { brandId, accountId, version: 0 };
  const link = autologinLink(origin, owner, { path: '/chats', trackerId: '' });
  const unsubscribe = { unsubscribeLink: unsubscribeLink(origin, owner, ['message']) };
  for (const template of mailTemplates) {
    const sample = sampleMails('it', origin)[template];
    const data = { ...sample, ...('link' in sample && { link }), ...unsubscribe } as DataOf<MailTemplate>;
    await queueMail(app.db, { brand, accountId, to, language: 'it', template, data });
  }
}

async function readDatabase(db: Database): Promise<string> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and table_name <> all (${PLACES}::text[])`.execute(db);
  const all = rows.map(
    ({ schema, name }) => sql`select row::text as said from ${sql.table(`${schema}.${name}`)} as row`,
  );
  const said = await sql<{ said: string }>`${sql.join(all, sql` union all `)}`.execute(db);
  return said.rows.map((row) => row.said).join('\n');
}

/** What the console shows of everything in the outbox and in the queue of jobs. */
async function readConsole(context: StaffContext): Promise<string> {
  const replies: unknown[] = [];
  for (let before: string | undefined; ;) {
    const page = await listMails(context, { ...(before !== undefined && { before }) });
    replies.push(page, ...(await Promise.all(page.mails.map(({ id }) => readMail(context, { id })))));
    if (page.next === null) break;
    before = page.next;
  }
  replies.push(await readWork(context));
  for (const { name } of context.app.queues) replies.push(await listFailedWork(context, { queue: name }));
  return JSON.stringify(replies);
}

/** What is good for anything at any brand. */
async function tokensIn({ links, brands }: App, text: string): Promise<string[]> {
  const candidates = new Set(text.match(/[\w-]{20,400}(?:\.[\w-]{0,2000}){4}/g));
  const good = new Set<string>();
  for (const token of candidates) {
    for (const purpose of linkPurposes) {
      for (const { id: brandId } of brands.all()) {
        const opened = await links.open(token, { purpose, brandId }).catch(() => undefined);
        if (opened) good.add(`${purpose} ${token}`);
      }
    }
  }
  return [...good];
}

const signal = new AbortController().signal;

test('what waits, was kept or was given up opens nothing, wherever it is read', async ({
  app,
  db,
  world,
}) => {
  const owner = await atWork(world);
  const marco = await causeEveryLink(world, owner);
  const jobs = [handle(sendResetJob, sendReset), ...unsubscribeJobs];
  const seen = async () => [
    ...(await tokensIn(app, await readDatabase(db))),
    ...(await tokensIn(app, await readConsole(owner))),
  ];
  expect(await seen()).toEqual([]);
  await runWaitingJobs(app, jobs);
  await queueEveryTemplate(marco);
  await mailChannel.send({ ...app, mailTransport: outboxTransport }, newsFor(marco), signal);
  expect(await seen()).toEqual([]);

  // One mail server refuses them all and repeats what it was sent, another takes the next ones: those have tokens.
  const sent: string[] = [];
  const refuses: MailTransport = {
    close() {},
    send({ text }) {
      sent.push(text);
      throw new MailRefused(`no: ${text}`, { what: 'mail' });
    },
  };
  await sendQueuedMails(app, refuses);
  await queueEveryTemplate(marco);
  await sendQueuedMails(app, outboxTransport);
  expect(await seen()).toEqual([]);
  const purposes = (await tokensIn(app, sent.join('\n'))).map((found) => found.split(' ')[0]);
  expect(new Set(purposes)).toEqual(
    new Set(['reset', 'confirm', 'autologin', 'unsubscribe', 'appeal', 'ticket', 'staff_invitation']),
  );
});

function newsFor({ accountId, brand, origin, email }: Member) {
  const what = {
    kind: 'gift',
    language: 'it',
    screenName: 'Marco',
    senders: [],
    total: 0,
    count: 5,
  } as const;
  return { id: newId(), brand, accountId, origin, email, ...what };
}
