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

/** Pulls the grip down by so much, at a hand's own pace. */
async function pull(pixels: number): Promise<void> {
  const grip = document.querySelector<HTMLElement>('[data-grip]')!;
  // Without the styles it has no size, and what is behind the dialog lies over it.
  grip.style.height = '40px';
  grip.closest<HTMLElement>('[role=dialog]')!.parentElement!.style.cssText = 'position: fixed; inset: 0';
  const { left, top } = grip.getBoundingClientRect();
  const at = (y: number) => ({
    bubbles: true,
    pointerId: 1,
    pointerType: 'mouse',
    button: 0,
    buttons: 1,
    clientX: left + 20,
    clientY: top + 20 + y,
  });
  grip.dispatchEvent(new PointerEvent('pointerdown', at(0)));
  for (let y = 10; y <= pixels; y += 10) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    grip.dispatchEvent(new PointerEvent('pointermove', at(y)));
  }
  grip.dispatchEvent(new PointerEvent('pointerup', { ...at(pixels), buttons: 0 }));
}

test('a sheet is pulled down by its grip; a little is not enough', async () => {
  await render(<Page />);
  await ask.click();
  await expect.element(dialog).toHaveFocus();
  await pull(20);
  await expect.element(dialog).toBeVisible();
  await pull(400);
  await expect.element(dialog).not.toBeInTheDocument();
});
