import { sql } from 'kysely';
import { queueMail } from '#server/mails/mail.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { channelQueue } from '#server/notifications/send-ready.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { outboxTransport } from '#server/platform/mail/transport.ts';
import type { MailTransport } from '#server/platform/mail/transport.ts';
import { runJob } from '#testing/accounts/run-job.ts';
import type { TestApp } from '#testing/app.ts';
import { paid } from '#testing/billing/refunds.ts';
import { waitForBlockedSession } from '#testing/database-fixtures.ts';
import { expect, test } from '#testing/harness.ts';
import { addDevice, deliverSoon, recordingChannel, wantAtOnce } from '#testing/notifications/delivery.ts';
import { patiently } from '#testing/platform/jobs.ts';
import { sendQueuedMails } from '#testing/platform/mails.ts';
import { sendSignedOut } from '#testing/support/contact.ts';
import type { Member } from '#testing/world.ts';
import { autologinLink } from '../account-links.ts';
import { closeAccount } from './close-and-erase.ts';

test('of a purchase the books stay, and where its buyer sat does not', async ({ app, db, world }) => {
  const marco = await world.member();
  const { purchaseId } = await paid(marco);
  await db
    .insertInto('purchase_consent')
    .values({
      brand_id: marco.brandId,
      account_id: marco.accountId,
      purchase_id: purchaseId,
      amount_cents: 1990,
      button: 'Compra',
      terms: 'Paghi adesso.',
      text_hash: Buffer.alloc(32),
      language: 'it',
      immediate: true,
      ip: '203.0.113.7',
      user_agent: 'a browser of their own',
    })
    .execute();
  await closeAccount(marco);
  app.clock.advance(30 * DAY);
  await runJob(app, 'accounts.eraseDueAccounts');
  const kept = await db
    .selectFrom('purchase_consent')
    .select(['ip', 'user_agent'])
    .where('purchase_id', '=', purchaseId)
    .execute();
  expect(kept).toEqual([{ ip: null, user_agent: null }]);
});

test('who comes back after their account was found, and before it is locked, keeps it', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member();
  await closeAccount(marco);
  app.clock.advance(30 * DAY);
  const erasure = await transact(db, async (tx) => {
    await tx
      .updateTable('account')
      .set({ status: 'active', closes_at: null })
      .where('id', '=', marco.accountId)
      .execute();
    // It finds the account as it was, and waits for this transaction to let go of it.
    const erasing = runJob(app, 'accounts.eraseDueAccounts');
    await waitForBlockedSession(db);
    return { erasing };
  });
  await erasure.erasing;
  const account = db.selectFrom('account').select('status').where('id', '=', marco.accountId);
  expect(await account.execute()).toEqual([{ status: 'active' }]);
});

/** What a transport is given, with what is done while it is being sent. */
function watchedTransport(meanwhile: () => Promise<void>): MailTransport & { sent: string[] } {
  const sent: string[] = [];
  return {
    sent,
    close() {},
    async send({ to }) {
      await meanwhile();
      sent.push(to);
      return 'sent';
    },
  };
}

const exists = async ({ app: { db }, accountId }: Member) =>
  (await db.selectFrom('account').select('id').where('id', '=', accountId).execute()).length > 0;

async function queueMails({ app: { db }, brand, accountId, email: to }: Member, count: number) {
  const mail = { brand, accountId, to, language: 'it', template: 'autologin' } as const;
  for (let n = 0; n < count; n += 1)
    await queueMail(db, {
      ...mail,
      data: {
        link: autologinLink('https://x.example', { accountId, version: n }, { path: '/', trackerId: '' }),
      },
    });
}

/** Their time is up, and all mails of that were sent. */
async function isDue(app: TestApp, member: Member): Promise<void> {
  await closeAccount(member);
  app.clock.advance(30 * DAY);
  await sendQueuedMails(app, outboxTransport);
}

test('a member whom a sender has mails for is erased when they are sent, and none goes out to them later', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member();
  await isDue(app, marco);
  // More than are sent at once: the last are begun long after they were taken.
  await queueMails(marco, 9);
  const transport = watchedTransport(async () => {
    await runJob(app, 'accounts.eraseDueAccounts');
    expect(await exists(marco)).toBe(true);
  });
  await sendQueuedMails(app, transport);
  expect(transport.sent).toHaveLength(9);
  await runJob(app, 'accounts.eraseDueAccounts');
  expect(await exists(marco)).toBe(false);
  const farewell = await db
    .selectFrom('mail')
    .select('template')
    .where('recipient', '=', marco.email)
    .execute();
  expect(farewell).toEqual([{ template: 'goodbye' }]);
});

test('a sender that died does not hold up the erasure of its member', async ({ app, db, world }) => {
  const marco = await world.member();
  await isDue(app, marco);
  await queueMails(marco, 1);
  void sendQueuedMails(app, { close() {}, send: () => new Promise(() => {}) });
  const held = db.selectFrom('mail').select('work_lease').where('account_id', '=', marco.accountId);
  await expect
    .poll(() => held.where('status', '=', 'queued').executeTakeFirst(), patiently)
    .toMatchObject({ work_lease: expect.any(String) as string });
  await runJob(app, 'accounts.eraseDueAccounts');
  expect(await exists(marco)).toBe(true);
  await sql`update mail set work_at = now() where account_id = ${marco.accountId}::uuid and work_lease is not null`.execute(
    db,
  );
  await runJob(app, 'accounts.eraseDueAccounts');
  expect(await exists(marco)).toBe(false);
});

test('no mail is taken for a member who is just being erased', async ({ app, db, world }) => {
  const marco = await world.member();
  await isDue(app, marco);
  await queueMails(marco, 2);
  const transport = watchedTransport(() => Promise.resolve());
  const { brandId: brand_id, accountId: account_id } = marco;
  const erased_at = app.clock.now();
  const erasing = await transact(db, async (tx) => {
    // The erasure gets as far as its own record of it, and waits for this one.
    await tx.insertInto('erased_account').values({ brand_id, account_id, erased_at }).execute();
    const run = runJob(app, 'accounts.eraseDueAccounts');
    await waitForBlockedSession(db);
    await sendQueuedMails(app, transport);
    await tx.deleteFrom('erased_account').where('account_id', '=', account_id).execute();
    return { run };
  });
  await erasing.run;
  expect(await exists(marco)).toBe(false);
  await sendQueuedMails(app, transport);
  expect(transport.sent).toEqual([marco.email]);
  const left = await db.selectFrom('mail').select('template').where('status', '=', 'queued').execute();
  expect(left).toEqual([]);
});

test('a mail about a ticket that was written signed out keeps its writer until it is sent', async ({
  app,
  world,
}) => {
  const marco = await world.member();
  await isDue(app, marco);
  const ticket = {
    id: newId(),
    email: marco.email,
    topic: 'other',
    text: 'Aiuto, non riesco a entrare',
  } as const;
  await sendSignedOut(world.visitor(), ticket);
  const transport = watchedTransport(async () => {
    await runJob(app, 'accounts.eraseDueAccounts');
    expect(await exists(marco)).toBe(true);
  });
  await sendQueuedMails(app, transport);
  expect(transport.sent).toContain(marco.email);
  await runJob(app, 'accounts.eraseDueAccounts');
  expect(await exists(marco)).toBe(false);
});

test('a member who is just being notified is erased when that is done, and gets no later notification', async ({
  app,
  db,
  world,
}) => {
  const anna = await world.member({ gender: 'female', level: 2 });
  await wantAtOnce(anna);
  await addDevice(anna);
  const marco = await world.member({ level: 2 });
  const wasThere: boolean[] = [];
  const queue = channelQueue({
    ...recordingChannel('push').channel,
    async send() {
      const closing = { status: 'closing', closes_at: app.clock.now() } as const;
      await db.updateTable('account').set(closing).where('id', '=', anna.accountId).execute();
      await runJob(app, 'accounts.eraseDueAccounts');
      wasThere.push(await exists(anna));
      return 'sent';
    },
  });
  await sendMessage(marco, { profileId: anna.profileId, text: 'Ciao', readyMade: false });
  await deliverSoon(app, [{ queue }]);
  await runJob(app, 'accounts.eraseDueAccounts');
  expect(await exists(anna)).toBe(false);
  expect(wasThere).toEqual([true]);
});
