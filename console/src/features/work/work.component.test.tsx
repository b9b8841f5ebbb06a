import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { pages, paths } from '#console/shell/paths.ts';
import { answer, serveCalls, showPage, signedInAs, resetConsole } from '#console/testing/console-page.tsx';
import { listFailedWork, readWork, retryWork } from '#contract/staff/staff.ts';
import type { FailedWork, Figures } from './use-work.tsx';
import { Work } from './work.tsx';

beforeEach(resetConsole);
afterEach(() => void vi.unstubAllGlobals());

const idle = (name: string): Figures => ({
  name,
  waiting: 0,
  oldestSeconds: 0,
  failing: 0,
  givenUp: 0,
  donePerMinute: 0,
});
const givenUp: FailedWork = {
  key: '[7]',
  kind: 'accounts.sendReset',
  tries: 6,
  error: 'the mail server says no',
  givenUpAt: Date.now(),
  dueAt: null,
};
const failing: FailedWork = { ...givenUp, key: '[8]', tries: 2, givenUpAt: null, dueAt: Date.now() + 60_000 };

/** A server with one queue in trouble; what is asked of it is kept. */
function serve(failed: FailedWork[]): unknown[] {
  const asked: unknown[] = [];
  const figures = () => ({
    ...idle('jobs.urgent'),
    waiting: 10_000,
    oldestSeconds: 240,
    failing: failed.filter(({ givenUpAt }) => givenUpAt === null).length,
    givenUp: failed.filter(({ givenUpAt }) => givenUpAt !== null).length,
    donePerMinute: 12.4,
  });
  serveCalls([
    signedInAs('owner'),
    [
      'GET',
      /\/work$/,
      () => answer(readWork, { queues: [figures(), idle('refunds.adyen')], mostCounted: 10_000 }),
    ],
    ['GET', /\/work\/([\w.]+)\/failed$/, () => answer(listFailedWork, { failed, discardable: true })],
    [
      'POST',
      /\/work\/([\w.]+)\/(?:retry|discard)$/,
      (queue, body) => {
        const { key } = JSON.parse(body) as { key?: string };
        asked.push([queue, key]);
        const gone = failed.filter((work) =>
          key === undefined ? work.givenUpAt !== null : work.key === key,
        );
        for (const work of gone) failed.splice(failed.indexOf(work), 1);
        return answer(retryWork, { retried: gone.length });
      },
    ],
  ]);
  return asked;
}

const work = { path: pages.work, handle: { title: 'work:page.work' }, Component: Work };
const show = (queue?: string) => showPage([work], paths.work(queue));

test('each queue has a line, and the one in trouble leads to what failed and why', async () => {
  serve([givenUp]);
  await show();
  const line = page.getByRole('row').filter({ hasText: 'Attività urgenti' });
  await expect.element(line.getByText('10.000 o più')).toBeVisible();
  await expect.element(line.getByText('4 min')).toBeVisible();
  await expect.element(line.getByText('12,4')).toBeVisible();
  expect(page.getByRole('link', { name: 'Rimborsi' }).elements()).toEqual([]);
  await page.getByRole('link', { name: 'Vedi gli errori di Attività urgenti' }).click();
  await expect.element(page.getByRole('heading', { name: 'Errori di Attività urgenti' })).toBeVisible();
  await expect.element(page.getByText('the mail server says no')).toBeVisible();
  expect(window.location.search).toBe('?queue=jobs.urgent');
});

test('what was given up stands first, then what fails, and queues without work are folded', async () => {
  const queues = [
    { ...idle('documents'), waiting: 1, oldestSeconds: 2 },
    { ...idle('postbacks'), failing: 1 },
    idle('refunds.adyen'),
    { ...idle('mails'), waiting: 3, oldestSeconds: 601 },
    idle('of_a_newer_release'),
    { ...idle('cron'), givenUp: 1 },
  ];
  serveCalls([
    signedInAs('owner'),
    ['GET', /\/work$/, () => answer(readWork, { queues, mostCounted: 10_000 })],
  ]);
  await show();
  const titles = (lines: Locator) => lines.elements().map((line) => line.querySelector('span')?.textContent);
  const busy = page.getByRole('table', { name: 'Code', exact: true }).getByRole('row');
  await expect
    .poll(() => titles(busy).slice(1))
    .toEqual(['E-mail', 'Attività pianificate', 'Postback', 'Ricevute e note di credito']);
  const folded = page.getByRole('list', { name: 'Code senza lavoro' }).getByRole('listitem');
  expect(folded.elements()).toEqual([]);
  await page.getByRole('button', { name: '2 code senza lavoro' }).click();
  await expect.poll(() => titles(folded)).toEqual(['Rimborsi · Adyen', 'of_a_newer_release']);
});

test('where nothing has failed the page says so', async () => {
  serve([]);
  await show();
  await expect.element(page.getByText('Nessun errore', { exact: true })).toBeVisible();
});

test('one is tried again at once, and then is gone from the list', async () => {
  const asked = serve([givenUp, failing]);
  await show('jobs.urgent');
  await page.getByRole('button', { name: 'Ritenta accounts.sendReset [8]' }).click();
  await expect.element(page.getByText('[8]')).not.toBeInTheDocument();
  await expect.element(page.getByText('[7]')).toBeVisible();
  expect(asked).toEqual([['jobs.urgent', '[8]']]);
});

test('all that was given up is tried again when the dialog is answered', async () => {
  const asked = serve([givenUp]);
  await show('jobs.urgent');
  await page.getByRole('button', { name: 'Ritenta tutti gli abbandonati' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog.getByText(/^Tutti i lavori abbandonati di Attività urgenti/)).toBeVisible();
  expect(asked).toEqual([]);
  // Without styles what lies behind the dialog takes the pointer.
  (dialog.getByRole('button', { name: 'Ritenta' }).element() as HTMLElement).click();
  await expect.element(page.getByText('Nessun errore in questa coda')).toBeVisible();
  expect(asked).toEqual([['jobs.urgent', undefined]]);
});

test('a server that cannot answer is reported, with another try', async () => {
  serveCalls([signedInAs('owner')]);
  await show();
  await expect.element(page.getByRole('button', { name: 'Riprova' })).toBeVisible();
});
