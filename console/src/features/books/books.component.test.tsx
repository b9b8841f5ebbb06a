import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type ServedCall,
  answer,
  serveCalls,
  showPage,
  signedInAs,
  resetConsole,
} from '#console/testing/console-page.tsx';
import { listBankLines, listReconciliations, readBooks } from '#contract/staff/billing.ts';
import { Books } from './books.tsx';

/** What was asked for, in order. */
let asked: string[] = [];

const books: ServedCall[] = [
  [
    'GET',
    /\/books$/,
    () =>
      answer(readBooks, {
        taxes: [],
        accounts: [{ account: 'sales', provider: 'adyen', cents: -1990 }],
        payouts: [],
      }),
  ],
  ['GET', /\/reconciliations$/, () => answer(listReconciliations, { days: [], next: null })],
  [
    'GET',
    /\/bank-lines$/,
    () => {
      asked.push('bank lines');
      return answer(listBankLines, { lines: [], next: null });
    },
  ],
];

beforeEach(() => {
  resetConsole();
  asked = [];
});
afterEach(() => vi.unstubAllGlobals());

const show = () => showPage([{ path: '/books', Component: Books }], '/books');

test('finance of one brand sees its books, and a line says who sees what is shared', async () => {
  serveCalls([signedInAs('finance', { worksEverywhere: false }), ...books]);
  const screen = await show();
  await expect.element(screen.getByText('Vendite')).toBeVisible();
  await expect.element(screen.getByText(/chi si occupa di finanza per tutti i marchi/)).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Banca' })).not.toBeInTheDocument();
  expect(asked).toEqual([]);
});

test('finance of every brand sees the bank as well', async () => {
  serveCalls([signedInAs('finance'), ...books]);
  const screen = await show();
  await expect.element(screen.getByRole('heading', { name: 'Banca' })).toBeVisible();
  await expect
    .element(screen.getByText(/chi si occupa di finanza per tutti i marchi/))
    .not.toBeInTheDocument();
  expect(asked).toEqual(['bank lines']);
});
