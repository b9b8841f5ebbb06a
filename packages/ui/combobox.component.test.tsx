import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Combobox } from './combobox.tsx';

const towns = ['Pavia', 'Padova', 'Palermo'];
const load = async (text: string) =>
  towns.filter((town) => town.toLowerCase().startsWith(text.toLowerCase()));
const texts = {
  short: 'Type three letters',
  loading: 'Looking',
  none: 'Nothing found',
  failed: 'Could not look',
  clear: 'Clear',
  found: (count: number) => `${count} found`,
};

function Field() {
  const [town, setTown] = useState<string | null>(null);
  return (
    <>
      <Combobox
        label="Town"
        value={town}
        onChange={setTown}
        load={load}
        textOf={(one) => one}
        texts={texts}
        minLetters={2}
      />
      <output>{town ?? 'none'}</output>
    </>
  );
}

const field = page.getByRole('combobox', { name: 'Town' });
const chosen = page.getByRole('status').filter({ hasText: /^(?:none|Pa\w+)$/ });
const option = (name: string) => page.getByRole('option', { name });

test('is used with the keys alone', async () => {
  await render(<Field />);
  await field.click();
  await userEvent.keyboard('pa');
  await expect.element(option('Pavia')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(option('Padova')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(option('Palermo')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('Palermo');
  await expect.element(chosen).toHaveTextContent('Palermo');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
});

test('Escape takes back what was typed', async () => {
  await render(<Field />);
  await field.click();
  await userEvent.keyboard('pa');
  await expect.element(option('Pavia')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('');
});

test('on leaving, what was typed counts where it names one, whatever its capitals', async () => {
  await render(<Field />);
  await field.click();
  await userEvent.keyboard('padova');
  await expect.element(option('Padova')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue('Padova');
});
