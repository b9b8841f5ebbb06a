import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from '#testing/harness.ts';
import { propertyRuns } from '#testing/long-runs.ts';
import { haveTalked } from '#testing/messaging/conversation.ts';
import { claimTime, failing, host, listening, waitingRows, write } from '#testing/messaging/host-queue.ts';
import { claimConversation, claimNext, releaseConversation } from './claims.ts';
import { readStaffConversation } from './conversation.ts';
import { countQueue, listQueue } from './queue.ts';
import { replyAsProfile, typeAsProfile } from './replying.ts';

// Every test finds the queue empty.
test.beforeEach(async ({ db }) => {
  await db.deleteFrom('waiting_reply').execute();
});

test('the member who has waited longest comes first, and hosts do not learn how to reach them', async ({
  app,
  world,
}) => {
  const [marco, paolo] = [await world.member({ level: 2 }), await world.member({ level: 2 })];
  const elena = await world.member({ level: 2, brand: world.brand('verbena') });
  const [luna, abroad] = [await world.profile(), await world.profile({ brand: elena.brand })];
  const first = await write(paolo, luna, 'Sono Paolo');
  app.clock.advance(1_000);
  await write(elena, abroad, 'Soy Elena');
  app.clock.advance(1_000);
  await write(marco, luna, 'Sono Marco');
  app.clock.advance(1_000);
  // Writing again does not move the member back in the queue, and shows what was said last.
  await write(paolo, luna, 'Ci sei ancora?');
  const ines = await host(world);
  const { conversations, next } = await listQueue(ines, { list: 'new' });
  expect(conversations.map(({ brand, preview }) => [brand, preview])).toEqual([
    ['lunaria', 'Ci sei ancora?'],
    ['verbena', 'Soy Elena'],
    ['lunaria', 'Sono Marco'],
  ]);
  expect(next).toBeNull();
  expect(conversations[0]).toMatchObject({
    id: first.id,
    profile: { profileId: luna },
    member: { profileId: paolo.profileId, age: 41, region: 'Lazio' },
    claim: null,
  });
  for (const filter of [{ brand: 'verbena' }, { language: 'es' }] as const) {
    expect((await listQueue(ines, { list: 'new', ...filter })).conversations).toHaveLength(1);
    expect(await countQueue(ines, filter)).toEqual({ new: 1, waiting: 0, quiet: 0, mine: 0 });
  }
  expect((await listQueue(ines, { list: 'new', brand: 'verbena', language: 'it' })).conversations).toEqual(
    [],
  );
  await expect(listQueue(ines, { list: 'new', brand: 'nowhere' })).rejects.toEqual(
    failing('request.not_found'),
  );

  const seen = JSON.stringify([conversations, await readStaffConversation(ines, first)]);
  for (const secret of [paolo.email, paolo.trackerId, paolo.accountId]) expect(seen).not.toContain(secret);
});

test('pages of the queue follow each other without gaps or doubles', async ({ app, db, world }) => {
  const [marco, ines] = [await world.member(), await host(world)];
  const { brandId, profileId: first } = marco;
  const ids: string[] = [];
  for (let count = 0; count < 120; count += 1) {
    // Some wait since the very same moment.
    const at = new Date(app.clock.now().getTime() + Math.floor(count / 7));
    const second = await world.profile();
    const said = [{ by: 'first', text: 'Ciao' } as const];
    ids.push(await haveTalked(db, { brandId, first, second, said, at, waitingSince: at }));
  }
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof listQueue>> = await listQueue(ines, {
      list: 'new',
      ...(after !== undefined && { after }),
    });
    pages.push(page.conversations.map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(pages.flat()).toEqual(ids);
  await expect(listQueue(ines, { list: 'new', after: 'x' })).rejects.toEqual(failing('request.malformed'));
});

test('hosts who ask at the same moment get different conversations, each once', async ({ db, world }) => {
  const profile = await world.profile();
  const members = await Promise.all(Array.from({ length: 5 }, () => world.member({ level: 2 })));
  for (const member of members) await write(member, profile);
  const hosts = [];
  for (let count = 0; count < 8; count += 1) hosts.push(await host(world, `Host ${count}`));
  const taken = await Promise.all(hosts.map((each) => claimNext(each, {})));
  const ids = taken.flatMap(({ conversation }) => conversation?.id ?? []);
  expect(new Set(ids).size).toBe(5);
  expect(ids).toHaveLength(5);
  // Each host gets the events of their own.
  for (const [index, { conversation }] of taken.entries())
    if (conversation) expect(conversation.claim?.staffId).toBe(hosts[index]?.staffId);
  const holders = (await waitingRows(db)).map(({ claimed_by }) => claimed_by);
  expect(new Set(holders).size).toBe(5);
});

test('of many who want the same one, one gets it', async ({ world }) => {
  const where = await write(await world.member({ level: 2 }), await world.profile());
  const hosts = await Promise.all(Array.from({ length: 6 }, (_, index) => host(world, `Host ${index}`)));
  const claims = await Promise.allSettled(hosts.map((each) => claimConversation(each, where)));
  const winners = claims.flatMap(({ status }, index) => (status === 'fulfilled' ? [hosts[index]!] : []));
  expect(winners).toHaveLength(1);
  for (const claim of claims)
    if (claim.status === 'rejected') expect(claim.reason).toEqual(failing('queue.taken'));
  const { claim: held } = await readStaffConversation(hosts[0]!, where);
  expect(held).toMatchObject({ staffId: winners[0]?.staffId });
  // The holder may take it again, and with that for longer.
  await claimConversation(winners[0]!, where);
});

test('a claim runs out, and another host takes over; the first can no longer answer', async ({
  app,
  world,
}) => {
  const [ines, ugo] = [await host(world, 'Ines'), await host(world, 'Ugo')];
  const where = await write(await world.member({ level: 2 }), await world.profile());
  await claimConversation(ines, where);
  app.clock.advance(claimTime - 1);
  await expect(claimConversation(ugo, where)).rejects.toEqual(failing('queue.taken'));
  expect(await claimNext(ugo, {})).toEqual({ conversation: null });
  app.clock.advance(1);
  expect((await listQueue(ugo, { list: 'new' })).conversations[0]?.claim).toBeNull();
  expect((await claimNext(ugo, {})).conversation).toMatchObject({ id: where.id, claim: { name: 'Ugo' } });
  const late = { ...where, messageId: randomUUID(), text: 'Eccomi' };
  await expect(replyAsProfile(ines, late)).rejects.toEqual(failing('queue.not_taken'));
  await expect(typeAsProfile(ines, where)).rejects.toEqual(failing('queue.not_taken'));
  expect(await replyAsProfile(ugo, late)).toMatchObject({ number: 2 });
});

test('a claim that has run out does not let its host answer, also where no other host has taken it', async ({
  app,
  world,
}) => {
  const [ines, ugo] = [await host(world, 'Ines'), await host(world, 'Ugo')];
  const where = await write(await world.member({ level: 2 }), await world.profile());
  await claimConversation(ines, where);
  app.clock.advance(claimTime);
  const answer = { ...where, messageId: randomUUID(), text: 'Eccomi' };
  await expect(replyAsProfile(ines, answer)).rejects.toEqual(failing('queue.not_taken'));
  await expect(typeAsProfile(ines, where)).rejects.toEqual(failing('queue.not_taken'));
  // Any host may take this very one now, and the first is too late even with a fresh attempt.
  await claimConversation(ugo, where);
  await expect(claimConversation(ines, where)).rejects.toEqual(failing('queue.taken'));
  await expect(replyAsProfile(ines, answer)).rejects.toEqual(failing('queue.not_taken'));
  expect(await replyAsProfile(ugo, answer)).toMatchObject({ number: 2 });
});

test('a conversation that is given back is free at once', async ({ world }) => {
  const [ines, ugo] = [await host(world, 'Ines'), await host(world, 'Ugo')];
  const where = await write(await world.member({ level: 2 }), await world.profile());
  await claimConversation(ines, where);
  await releaseConversation(ugo, where);
  await expect(claimConversation(ugo, where)).rejects.toEqual(failing('queue.taken'));
  await releaseConversation(ines, where);
  await releaseConversation(ines, where);
  await claimConversation(ugo, where);
});

test('a member who cannot be answered is not in the queue, until that changes', async ({ db, world }) => {
  const [marco, paolo] = [await world.member({ level: 2 }), await world.member({ level: 2 })];
  const luna = await world.profile();
  const where = await write(marco, luna);
  await write(paolo, luna);
  const { events, context: ines } = listening(await host(world));
  await claimConversation(ines, where);
  const block = { brand_id: marco.brandId, from_id: marco.profileId, to_id: luna };
  await db.insertInto('block').values(block).execute();
  await db.updateTable('account').set({ status: 'disabled' }).where('id', '=', paolo.accountId).execute();
  expect(await listQueue(ines, { list: 'new' })).toEqual({ conversations: [], next: null });
  expect(await countQueue(ines, {})).toMatchObject({ new: 0, mine: 1 });
  expect(await readStaffConversation(ines, where)).toMatchObject({ closed: true });
  await releaseConversation(ines, where);
  expect(await claimNext(ines, {})).toEqual({ conversation: null });
  await claimConversation(ines, where);
  await typeAsProfile(ines, where);
  await expect(replyAsProfile(ines, { ...where, messageId: randomUUID(), text: 'Ciao' })).rejects.toEqual(
    failing('chat.closed'),
  );
  expect(events).toEqual([]);
  await db.deleteFrom('block').where('from_id', '=', marco.profileId).execute();
  await releaseConversation(ines, where);
  expect((await countQueue(ines, {})).new).toBe(1);
});

test('a host who has left holds nothing any more', async ({ db, world }) => {
  const where = await write(await world.member({ level: 2 }), await world.profile());
  const [ines, ugo] = [await host(world, 'Ines'), await host(world, 'Ugo')];
  await claimConversation(ines, where);
  await db.deleteFrom('staff').where('id', '=', ines.staffId).execute();
  expect((await claimNext(ugo, {})).conversation?.id).toBe(where.id);
});

test('whatever hosts and the member do at once: one holder at a time, and no answer without a claim', async ({
  app,
  db,
  world,
}) => {
  const hosts = [await host(world, 'Ines'), await host(world, 'Ugo'), await host(world, 'Eva')];
  const step = fc.record({
    who: fc.nat({ max: 2 }),
    what: fc.constantFrom('next', 'claim', 'release', 'reply', 'type', 'wait', 'write'),
  });
  const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(rounds, async (plan) => {
      await db.deleteFrom('waiting_reply').execute();
      const marco = await world.member({ level: 2 });
      const luna = await world.profile();
      const where = await write(marco, luna);
      let answers = 0;
      for (const atOnce of plan) {
        const before = await waitingRows(db);
        const outcomes = await Promise.allSettled(
          atOnce.map(async ({ who, what }) => {
            const each = hosts[who]!;
            if (what === 'next') await claimNext(each, {});
            else if (what === 'claim') await claimConversation(each, where);
            else if (what === 'release') await releaseConversation(each, where);
            else if (what === 'type') await typeAsProfile(each, where);
            else if (what === 'wait') app.clock.advance(claimTime);
            else if (what === 'write') await write(marco, luna);
            else {
              await replyAsProfile(each, { ...where, messageId: randomUUID(), text: 'Eccomi' });
              answers += 1;
            }
          }),
        );
        for (const outcome of outcomes)
          if (outcome.status === 'rejected')
            expect(['queue.taken', 'queue.not_taken', 'request.not_found']).toContain(
              (outcome.reason as { code: string }).code,
            );
        // No host answers a conversation that they neither held before nor could take in this round.
        const couldHold = new Set([
          ...before.map(({ claimed_by }) => claimed_by),
          ...atOnce.flatMap(({ who, what }) =>
            what === 'next' || what === 'claim' ? [hosts[who]!.staffId] : [],
          ),
        ]);
        for (const [index, { who, what }] of atOnce.entries())
          if (what === 'reply' && outcomes[index]?.status === 'fulfilled')
            expect(couldHold).toContain(hosts[who]!.staffId);
      }
      const messages = await db
        .selectFrom('message')
        .select(['number', 'from_id'])
        .where('conversation_id', '=', where.id)
        .orderBy('number')
        .execute();
      expect(messages.map(({ number }) => number)).toEqual(messages.map((_, index) => index + 1));
      expect(messages.filter(({ from_id }) => from_id === luna)).toHaveLength(answers);
      // A member waits exactly when they had the last word.
      expect(await waitingRows(db)).toHaveLength(messages.at(-1)?.from_id === luna ? 0 : 1);
    }),
    propertyRuns(10, 50),
  );
});
