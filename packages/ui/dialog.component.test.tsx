import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Dialog, type DialogContent } from './dialog.tsx';

function Page(content: Partial<DialogContent>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Ask</button>
      <Dialog
        title="Sure?"
        closeLabel="Close"
        actions={[{ label: 'Yes', staysOpen: true }, { label: 'No' }]}
        {...content}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

const dialog = page.getByRole('dialog', { name: 'Sure?' });
const ask = page.getByRole('button', { name: 'Ask' });

/** Without the styles nothing is in its place, which a pointer would need. */
function press(name: string): void {
  (dialog.getByRole('button', { name }).element() as HTMLElement).click();
}

test('takes the focus, keeps it, and gives it back', async () => {
  await render(<Page />);
  await ask.click();
  await expect.element(dialog).toHaveFocus();
  for (const name of ['Close', 'Yes', 'No', 'Close']) {
    await userEvent.keyboard('{Tab}');
    await expect.element(dialog.getByRole('button', { name })).toHaveFocus();
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(ask).toHaveFocus();
});

test('an action that ends later leaves it open, another closes it', async () => {
  await render(<Page />);
  await ask.click();
  press('Yes');
  await expect.element(dialog).toBeVisible();
  press('No');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('one that asks for an answer is not closed by Escape', async () => {
  await render(<Page dismissible={false} />);
  await ask.click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  press('No');
  await expect.element(dialog).not.toBeInTheDocument();
});
