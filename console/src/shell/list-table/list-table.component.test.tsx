import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { resetConsole, showPage } from '#console/testing/console-page.tsx';
import { storage } from '../storage.ts';
import { type ListColumn, ListTable } from './list-table.tsx';

beforeEach(() => {
  resetConsole();
  storage.remove('columns');
});

interface Host {
  id: string;
  name: string;
  answers: number | null;
}
const hosts: readonly Host[] = [
  { id: 'b', name: 'Bea', answers: 10 },
  { id: 'a', name: 'Anna', answers: null },
  { id: 'd', name: 'Dora', answers: 9 },
  { id: 'c', name: 'Carla', answers: 2 },
];
const columns: readonly ListColumn<Host>[] = [
  { id: 'name', title: 'Nome', heading: true, sortBy: ({ name }) => name, renderCell: ({ name }) => name },
  {
    id: 'answers',
    title: 'Risposte',
    sortBy: ({ answers }) => answers,
    renderCell: ({ answers }) => answers,
  },
  { id: 'id', title: 'Codice', renderCell: ({ id }) => id },
];

function show({ isPartial = false } = {}) {
  const Component = () => (
    <ListTable
      id="hosts"
      name="Chi risponde"
      columns={columns}
      rows={hosts}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      isPartial={isPartial}
      renderBulk={(selected) => <p>Scelti: {selected.map(({ name }) => name).join(', ')}</p>}
    />
  );
  return showPage([{ path: '/', handle: { title: 'overview:page.overview' }, Component }], '/');
}

const names = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => hosts.find(({ name }) => row.textContent.includes(name))?.name);
const head = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');

test('a head puts the list in its order, the other way round when it is pressed again, and says so', async () => {
  await show();
  await head('Nome').click();
  expect(names()).toEqual(['Anna', 'Bea', 'Carla', 'Dora']);
  await expect
    .element(page.getByRole('columnheader', { name: 'Nome' }))
    .toHaveAttribute('aria-sort', 'ascending');
  // Numbers by their size, and what is missing at one end.
  await head('Risposte').click();
  expect(names()).toEqual(['Anna', 'Carla', 'Dora', 'Bea']);
  await head('Risposte').click();
  expect(names()).toEqual(['Bea', 'Dora', 'Carla', 'Anna']);
});

test('a list of which only a part is here has no order of its own', async () => {
  await show({ isPartial: true });
  await expect.element(page.getByText('Bea')).toBeVisible();
  expect(page.getByRole('columnheader').getByRole('button').elements()).toEqual([]);
});

test('rows are selected one by one, with the shift key up to there, and all together', async () => {
  await show();
  const box = (name: string) => page.getByRole('checkbox', { name });
  await box('Seleziona Bea').click();
  await expect.element(page.getByText('Scelti: Bea')).toBeVisible();
  await box('Seleziona Dora').click({ modifiers: ['Shift'] });
  await expect.element(page.getByText('Scelti: Bea, Anna, Dora')).toBeVisible();
  await box('Seleziona tutto').click();
  await expect.element(page.getByText('Scelti: Bea, Anna, Dora, Carla')).toBeVisible();
  // The keyboard does the same.
  box('Seleziona Bea').element().focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('Scelti: Anna, Dora, Carla')).toBeVisible();
  await box('Seleziona tutto').click();
  await box('Seleziona tutto').click();
  box('Seleziona Anna').element().focus();
  await userEvent.keyboard('{ArrowDown} {Shift>}{ArrowDown}{/Shift}');
  await expect.element(page.getByText('Scelti: Dora, Carla')).toBeVisible();
});

test('a column that is not wanted stays away, also the next time', async () => {
  const first = await show();
  await expect.element(page.getByRole('columnheader', { name: 'Codice' })).toBeVisible();
  await page.getByRole('button', { name: 'Colonne' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Codice' }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Codice' })).not.toBeInTheDocument();
  await first.unmount();
  await show();
  await expect.element(page.getByText('Bea')).toBeVisible();
  expect(page.getByRole('columnheader', { name: 'Codice' }).elements()).toEqual([]);
});
