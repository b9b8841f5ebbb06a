import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Combobox } from './combobox.tsx';
import { Dialog } from './dialog.tsx';

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

/** The option that Enter would take. */
const active = () => {
  const id = field.element().getAttribute('aria-activedescendant');
  return id === null ? null : document.getElementById(id)?.textContent;
};

test('is used with the keys alone', async () => {
  await render(<Field />);
  await field.click();
  await userEvent.keyboard('pa');
  await expect.poll(active).toBe('Pavia');
  // The list is named by the field's label, not by what stands in the field.
  await expect.element(page.getByRole('listbox', { name: 'Town', exact: true })).toBeInTheDocument();
  await expect.element(page.getByText('3 found')).toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(active).toBe('Padova');
  await userEvent.keyboard('{ArrowDown}{Enter}');
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

test('in a dialog, Escape closes the list and leaves the dialog', async () => {
  const onClose = vi.fn();
  await render(
    <Dialog open title="Where" closeLabel="Close" onClose={onClose}>
      <Field />
    </Dialog>,
  );
  // Without the styles nothing is in its place, which a pointer would need.
  (field.element() as HTMLElement).focus();
  await userEvent.keyboard('pa');
  await expect.element(page.getByRole('listbox', { name: 'Town' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('pav');
  await expect.poll(active).toBe('Pavia');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('Pavia');
});

test('what was chosen is cleared by its button, or by taking the text away', async () => {
  await render(<Field />);
  await field.click();
  await userEvent.keyboard('pa');
  await option('Palermo').click();
  await expect.element(field).toHaveValue('Palermo');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(field).toHaveValue('');
  await expect.element(chosen).toHaveTextContent('none');
  await field.click();
  await userEvent.keyboard('pavia');
  await option('Pavia').click();
  await field.clear();
  await expect.element(chosen).toHaveTextContent('none');
});
