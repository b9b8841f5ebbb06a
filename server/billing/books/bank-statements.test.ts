import { fakeProvider } from '#testing/billing/payer.ts';
import { paid } from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import { reconcile } from '../incoming/reconcile.ts';
import { closeBankLine, importBankStatement, listBankLines, readStatement } from './bank-statements.ts';
import { readBooks } from './payouts.ts';

const now = new Date('2026-06-04T08:00:00Z');

const entry = (amount: string, sign: 'CRDT' | 'DBIT', text: string, more = '') => `
  <Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2026-06-03</Dt></BookgDt>${more}
    <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
      <RltdPties><Dbtr><Pty><Nm>Adyen N.V.</Nm></Pty></Dbtr></RltdPties>
      <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const camt = (...entries: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
  <Stmt><Id>STMT-7</Id>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;

test('both kinds of statement say the same of a booking', () => {
  const [line] = readStatement(camt(entry('1234.5', 'CRDT', 'TX20260601XT batch 1')), now);
  expect(line).toEqual({
    statement: 'STMT-7',
    bookedOn: '2026-06-03',
    amountCents: 123_450,
    text: 'Adyen N.V. · TX20260601XT batch 1',
    bankReference: '',
  });
  const csv = 'Date;Amount;Text\n03/06/2026;1.234,50;TX20260601XT\n2026-06-03;-8,00;"Fee; monthly"\n';
  expect(readStatement(csv, now).map(({ bookedOn, amountCents }) => [bookedOn, amountCents])).toEqual([
    ['2026-06-03', 123_450],
    ['2026-06-03', -800],
  ]);
});

test('what is no statement is refused as a whole', () => {
  const bomb = camt(entry('1', 'CRDT', '&x;')).replace(
    '<Document',
    '<!DOCTYPE d [<!ENTITY x "y">]><Document',
  );
  for (const content of [
    '',
    '<html></html>',
    bomb,
    'date,amount,text\nyesterday,1,x',
    camt(entry('x', 'CRDT', '')),
  ])
    expect(() => readStatement(content, now)).toThrow('books.statement_unreadable');
});

test('payouts are found in the bank, what is left over is shown, and a statement counts once', async ({
  app,
  world,
}) => {
  const payouts = [
    { kind: 'payout' as const, reference: 'TX-ONE', ours: null, amountCents: 7_771_00 },
    { kind: 'payout' as const, reference: 'TX-TWO', ours: null, amountCents: 7_771_00 },
    { kind: 'payout' as const, reference: 'TX-LOST', ours: null, amountCents: 7_772_00 },
  ];
  await reconcile(app, { ...fakeProvider('adyen'), report: () => Promise.resolve(payouts) }, '2026-06-02');
  const operator = await atWork(world, { role: 'finance' });
  const bring = (content: string) => importBankStatement(operator, { statement: new Blob([content]) });
  const statement = camt(
    entry('7771.00', 'CRDT', 'Adyen payout tx-two'),
    entry('7771.00', 'CRDT', 'Adyen payout'),
    entry('12.34', 'DBIT', 'Account fee'),
  );
  expect(await bring(statement)).toEqual({ lines: 3, added: 3, matched: 2 });
  expect(await bring(statement)).toEqual({ lines: 3, added: 0, matched: 0 });
  const { lines: all } = await listBankLines(operator, { which: 'all' });
  expect(all.find(({ text }) => text.includes('tx-two'))?.payout?.reference).toBe('TX-TWO');
  const { lines } = await listBankLines(operator, { which: 'unmatched' });
  expect(lines.map(({ amountCents, text }) => [amountCents, text])).toEqual([
    [-1234, 'Adyen N.V. · Account fee'],
  ]);
  const onTheWay = (await readBooks(operator)).payouts.map(({ reference }) => reference);
  expect(onTheWay).toContain('TX-LOST');
  expect(onTheWay).not.toContain('TX-ONE');
  await closeBankLine(operator, { id: lines[0]!.id, reason: 'Fee of the bank' });
  expect((await listBankLines(operator, { which: 'unmatched' })).lines).toEqual([]);
});

test('quarters of the tax begin by the clock of the brand, and none is shown in part', async ({ world }) => {
  const marco = await world.member();
  const sell = (at: string, amountCents: number) =>
    paid(withServices(marco, { clock: new MovableClock(new Date(at)) }), { amountCents, receipt: false });
  // Half an hour before and after midnight in Rome, where it is summer time.
  await sell('2026-06-30T21:30:00Z', 12_200);
  await sell('2026-06-30T22:30:00Z', 24_400);
  // In Rome the year 2026 begins an hour before it does in Greenwich.
  await sell('2025-12-31T23:30:00Z', 36_600);
  await sell('2025-04-01T00:30:00+02:00', 48_800);
  await sell('2025-03-31T23:30:00+02:00', 61_000);
  const finance = await atWork(world, { role: 'finance' });
  const clock = new MovableClock(new Date('2026-09-20T10:00:00Z'));
  const { taxes } = await readBooks({ ...finance, app: { ...finance.app, clock } });
  const italian = taxes.filter(({ country }) => country === 'it');
  expect(italian.map(({ quarter, netCents, vatCents }) => [quarter, netCents, vatCents])).toEqual([
    ['2026-Q3', 20_000, 4_400],
    ['2026-Q2', 10_000, 2_200],
    ['2026-Q1', 30_000, 6_600],
    ['2025-Q2', 40_000, 8_800],
  ]);
});
