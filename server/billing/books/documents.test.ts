import { constants, inflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { readDocument as endpoint } from '#contract/billing/member-billing.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { vatOf } from '#contract/kernel/money.ts';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { HeldRow } from '#server/platform/work/queue.ts';
import { claim } from '#server/platform/work/statements.ts';
import { findBrokenInvariants } from '#testing/billing/books-invariants.ts';
import { KillSwitch, killable, runUntilKilled } from '#testing/billing/killed-process.ts';
import { documentsOf, give, issueDocuments, paid, stage, work } from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { billing } from '../module.ts';
import { drawDocument, printable } from './document-pdf.ts';
import { documentFacts, documentNumber, words } from './document-text.ts';
import { countMissingReceipts } from './documents.sql.ts';
import { documentQueue } from './issue-document.ts';

/** What is written in a PDF of ours: its text comes as bytes of the Windows alphabet, in hex. */
function textOf(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g);
  const drawn = [...streams].map(([, data = '']) => {
    try {
      // A checksum that ends in what looks like a line break is cut here, and is not needed.
      const whole = { finishFlush: constants.Z_SYNC_FLUSH };
      return inflateSync(Buffer.from(data, 'latin1'), whole).toString('latin1');
    } catch {
      return '';
    }
  });
  const lines = [...drawn.join('\n').matchAll(/\[(.*?)\] TJ/g)].map(([, parts = '']) =>
    [...parts.matchAll(/<([\da-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex')),
  );
  return lines.map((parts) => new TextDecoder('windows-1252').decode(Buffer.concat(parts))).join('\n');
}

test('every charge has its receipt, with the tax to the cent, by mail and as a sheet of paper', async ({
  world,
}) => {
  const { member } = await stage(world);
  await paid(member, { renews: true, amountCents: 2990 });
  const [row] = await documentsOf(member);
  const facts = documentFacts.parse(row!.facts);
  const { name, address, vat } = member.brand.settings.company;
  expect(facts).toMatchObject({
    totalCents: 2990,
    vatPercent: 22,
    vatCents: 539,
    customerId: member.accountId,
    descriptor: member.brand.settings.payment.descriptor,
    trader: { name, address, vat },
    paymentMethod: { method: 'card', network: 'visa', lastFour: '1111' },
    renewal: { period: 'month', cents: 2990 },
  });
  const [mail] = await mailsTo(member.app.db, member.email);
  expect(mail).toMatchObject({ template: 'receipt', language: 'it' });
  for (const part of [
    documentNumber(row!),
    '29,90\u00a0€',
    'di cui IVA 22\u00a0%: 5,39\u00a0€',
    member.brand.settings.company.name,
    member.brand.settings.payment.descriptor,
    'Visa •••• 1111',
    'ogni mese a 29,90\u00a0€',
    '/profile#plan',
  ]) {
    expect(mail!.text).toContain(part);
  }
  const server = await serve(member.app, billing.routes);
  const { trackerId, token } = member;
  const answer = await callAs(server, endpoint, { trackerId, id: row!.id }, { token });
  expect(answer.status).toBe(200);
  const pdf = Buffer.from(await answer.reply.arrayBuffer());
  expect(pdf.toString('latin1')).toMatch(/^%PDF-1\.\d[\s\S]*\/Count 1\b[\s\S]*%%EOF\s*$/);
  const text = textOf(pdf);
  for (const part of ['Lunaria', 'Ricevuta', documentNumber(row!), '29,90 €', '5,39 €', '24,51 €', 'LUNARIA'])
    expect(text).toContain(part);
  const stranger = await world.member();
  const theirs = await callAs(
    server,
    endpoint,
    { trackerId: stranger.trackerId, id: row!.id },
    { token: stranger.token },
  );
  expect(theirs.status).toBe(404);
});

test('what goes back has its note, which says what it takes back', async ({ world }) => {
  const { member } = await stage(world, { brand: world.brand('verbena') });
  const { attemptId } = await paid(member, { amountCents: 2690 });
  await give(member, attemptId, { amountCents: 1000 });
  await work(member.app);
  const [receipt, note] = await documentsOf(member);
  expect(note).toMatchObject({ kind: 'credit_note', language: 'es' });
  expect(documentFacts.parse(note!.facts)).toMatchObject({
    totalCents: 1000,
    vatPercent: 21,
    vatCents: 174,
    renewal: null,
    credits: 0,
    refersTo: { number: documentNumber(receipt!) },
  });
  const mails = await mailsTo(member.app.db, member.email);
  // The names that Spanish law has for them.
  expect(mails[0]!.text).toContain('Factura simplificada R-');
  expect(mails[1]!.text).toContain('Factura rectificativa simplificada C-');
  expect(mails[1]).toMatchObject({ template: 'refund_receipt' });
  expect(mails[1]!.text).toContain('IVA incluido (21\u00a0%): 1,74\u00a0€');
});

test('credit notes are numbered apart, and leave no gap between receipts', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  await give(member, attemptId, { amountCents: 500 });
  await work(member.app);
  await give(member, attemptId, { amountCents: 500 });
  await work(member.app);
  await paid(member);
  const documents = await documentsOf(member);
  const numbersOf = (kind: string) =>
    documents.filter((each) => each.kind === kind).map(({ number }) => number);
  const [first = 0, ...receipts] = numbersOf('receipt');
  expect(receipts).toEqual([first + 1]);
  const [note = 0, ...notes] = numbersOf('credit_note');
  expect(notes).toEqual([note + 1]);
});

test('what goes back in three parts takes back the tax of the receipt, to the cent', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member, { amountCents: 1990 });
  for (const amountCents of [663, 663, 664]) {
    await give(member, attemptId, { amountCents });
    await work(member.app);
  }
  const [receipt, ...notes] = await documentsOf(member);
  const vatOn = (facts: unknown) => documentFacts.parse(facts).vatCents;
  expect(notes.map(({ facts }) => vatOn(facts))).toEqual([120, 119, 120]);
  expect(vatOn(receipt!.facts)).toBe(359);
  expect(await findBrokenInvariants(member.app.db)).toEqual([]);
});

test('nothing is written for nothing, and nothing twice', async ({ world }) => {
  const { member } = await stage(world);
  await paid(member, { amountCents: 0, credits: 0 });
  const { db } = member.app;
  expect(await documentsOf(member)).toEqual([]);
  await paid(member);
  await issueDocuments(member.app);
  expect(await documentsOf(member)).toHaveLength(1);
  expect(await mailsTo(db, member.email)).toHaveLength(1);
});

/** The receipts of a year, in the order of their numbers. */
function receiptsOf({ app: { db }, brandId }: Member) {
  return db
    .selectFrom('document')
    .select(['number', 'purchase_id', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('kind', '=', 'receipt')
    .where('year', '=', 2026)
    .orderBy('number')
    .execute();
}

test('numbers have no gaps and are in the order of time, however many nodes issue them and whichever of them die', async ({
  world,
  app,
  handle,
}) => {
  const { member } = await stage(world);
  await issueDocuments(member.app);
  const before = (await receiptsOf(member)).length;
  const bought = [];
  for (let count = 0; count < 12; count += 1) {
    app.clock.advance(MINUTE);
    bought.push(await paid(member, { receipt: false }));
  }
  // A node dies before and after each step that it takes.
  for (let at = 1, survived = false; !survived; at += 1) {
    const killSwitch = new KillSwitch(at);
    const dying = killable(member, handle.pool, killSwitch);
    await runUntilKilled(killSwitch, () => issueDocuments(dying.app, killSwitch.death));
    survived = !killSwitch.killed;
    // What it held is taken over when its lease has run out.
    app.clock.advance(MINUTE);
    bought.push(await paid(member, { receipt: false }));
  }
  await Promise.all(Array.from({ length: 4 }, () => issueDocuments(member.app)));
  const receipts = await receiptsOf(member);
  expect(receipts.map(({ number }) => number)).toEqual(receipts.map((_, index) => index + 1));
  expect(receipts.slice(before).map(({ purchase_id: id }) => id)).toEqual(
    bought.map(({ purchaseId }) => purchaseId),
  );
  const dates = receipts.map(({ created_at: at }) => at.getTime());
  expect(dates).toEqual(dates.toSorted((one, other) => one - other));
  expect(await mailsTo(member.app.db, member.email)).toHaveLength(bought.length);
});

test('a payment that another worker holds, and one whose document fails, keep no other from its receipt', async ({
  world,
  app,
}) => {
  const { member } = await stage(world);
  const { db } = app;
  const held = await paid(member, { receipt: false });
  const broken = await paid(member, { receipt: false });
  await sql`update purchase set credit_cents = 0, language = 'xx' where id = ${broken.purchaseId}::uuid`.execute(
    db,
  );
  const good = await paid(member, { receipt: false });
  await transact(db, async (tx) => {
    await sql`select from purchase where id = ${held.purchaseId}::uuid for update`.execute(tx);
    await issueDocuments(member.app);
  });
  const issued = async () => (await documentsOf(member)).map(({ purchase_id: id }) => id);
  expect(await issued()).toEqual([good.purchaseId]);
  const now = app.clock.now();
  expect(await countMissingReceipts(db, new Date(now.getTime() + 1))).toBe(2);
  app.clock.advance(MINUTE);
  await issueDocuments(member.app);
  expect(await issued()).toEqual([good.purchaseId, held.purchaseId]);
  expect(await countMissingReceipts(db, now)).toBe(0);
  expect(await countMissingReceipts(db, new Date(now.getTime() + 1))).toBe(1);
  await sql`update purchase set language = 'it' where id = ${broken.purchaseId}::uuid`.execute(db);
  app.clock.advance(HOUR);
  await issueDocuments(member.app);
  expect(await issued()).toEqual([good.purchaseId, held.purchaseId, broken.purchaseId]);
});

test('a node that has lost its lease issues nothing', async ({ world, app }) => {
  const { member } = await stage(world);
  await paid(member, { receipt: false });
  const claimBy = (lease: string) => claim(app.db, documentQueue, { lease, limit: 1_000, clock: app.clock });
  const { signal } = new AbortController();
  const issue = (rows: readonly HeldRow[], lease: string) =>
    documentQueue.handleBatch?.(member.app, rows, { lease, signal, stopping: signal });
  const [late, next] = [newId(), newId()];
  const rows = await claimBy(late);
  app.clock.advance(MINUTE);
  const taken = await claimBy(next);
  await expect(issue(rows, late)).rejects.toMatchObject({ name: 'LeaseLost' });
  expect(await documentsOf(member)).toEqual([]);
  expect(await mailsTo(app.db, member.email)).toEqual([]);
  await issue(taken, next);
  expect(await documentsOf(member)).toHaveLength(1);
});

test('two brands of one company never share a number', async ({ world }) => {
  const company = { ...world.brand().settings.company, vat: 'IT 999 888 777' };
  const others = { ...company, name: 'The same under another name', vat: 'it999888777' };
  const owned = (key: 'lunaria' | 'verbena', by: typeof company) => {
    const brand = world.brand(key);
    return { ...brand, settings: { ...brand.settings, company: by } };
  };
  const brands = [owned('lunaria', company), owned('verbena', others)];
  const byId = (id: string) => brands.find((brand) => brand.id === id);
  const issued = [];
  for (const key of ['lunaria', 'verbena', 'lunaria'] as const) {
    const { member } = await stage(world, { brand: world.brand(key) });
    await paid(member, { receipt: false });
    const { app } = withServices(member, { brands: { ...member.app.brands, byId } });
    await issueDocuments(app);
    issued.push((await documentsOf(member))[0]?.number);
  }
  expect(issued).toEqual([1, 2, 3]);
});

test('every year begins at one, by the clocks of the country', async ({ world, app }) => {
  const { member } = await stage(world);
  const newYear = new Date('2026-12-31T23:30:00Z').getTime();
  app.clock.advance(newYear - app.clock.now().getTime());
  await paid(member);
  const [row] = await documentsOf(member);
  expect(row).toMatchObject({ year: 2027, number: 1 });
  expect(documentNumber(row!)).toBe('R-2027-000001');
});

test('all languages say all of it, and a whole page holds the longest', async ({ world }) => {
  const keys = Object.keys(words.en).toSorted();
  const long = 'VIP, prezzo di benvenuto per chi viene da lontano '.repeat(3).trim();
  for (const language of LANGUAGES) {
    expect(Object.keys(words[language]).toSorted()).toEqual(keys);
    const at = '2026-06-01T18:00:00.000Z';
    const pdf = await drawDocument(world.brand(), {
      language,
      kind: 'receipt',
      year: 2026,
      number: 7,
      facts: {
        trader: { name: 'N'.repeat(60), address: 'Via Łódź 1, '.repeat(12), vat: 'IT0' },
        descriptor: 'X'.repeat(22),
        country: 'it',
        plan: long.slice(0, 80),
        totalCents: 123_456_789,
        vatPercent: 22,
        vatCents: vatOf(123_456_789, 22),
        credits: 1_000_000,
        creditCents: 99_999,
        paidFor: { from: at, to: at },
        renewal: { period: 'quarter', cents: 1990, at },
        at,
        customerId: newId(),
        orderId: newId(),
        paymentMethod: { method: 'googlepay', network: 'mastercard', lastFour: '4444' },
        refersTo: { number: 'R-2026-000001', at },
      },
    });
    expect(pdf.toString('latin1')).toContain('/Count 1\n');
    expect(textOf(pdf)).toContain(words[language].receipt);
  }
});

test('letters that the fonts lack are written as near as can be', () => {
  expect(printable('Łódź, Ñandú → 5 €')).toBe('?ódz, Ñandú > 5 €');
});

test('tax and net are the whole, in both countries, to the cent', () => {
  expect([vatOf(1990, 22), vatOf(1790, 21), vatOf(1, 22), vatOf(0, 21)]).toEqual([359, 311, 0, 0]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom(22, 21), (total, percent) => {
      const vat = vatOf(total, percent);
      const net = total - vat;
      expect(Math.abs((net * percent) / 100 - vat)).toBeLessThanOrEqual(0.62);
    }),
  );
});
