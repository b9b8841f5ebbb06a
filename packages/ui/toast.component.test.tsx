import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Dialog } from './dialog.tsx';
import { ToastProvider, useToast } from './toast.tsx';

const undone = vi.fn();
beforeEach(() => undone.mockClear());

function Buttons() {
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const news = () => {
    for (const text of ['Anna wrote', 'Bea wrote']) toast({ kind: 'card', name: text, text, seconds: 600 });
  };
  return (
    <>
      <button onClick={() => toast({ text: 'Saved', seconds: 600 })}>Save</button>
      <button
        onClick={() => toast({ text: 'Gone', seconds: 600, action: { label: 'Undo', onClick: undone } })}
      >
        Remove
      </button>
      <button onClick={news}>News</button>
      <button onClick={() => setOpen(true)}>Ask</button>
      <Dialog open={open} onClose={() => setOpen(false)} closeLabel="Close the question" title="Sure?" />
    </>
  );
}

const show = () =>
  render(
    <ToastProvider labels={{ region: 'Messages', close: 'Close' }}>
      <Buttons />
    </ToastProvider>,
  );
const toasts = page.getByRole('region', { name: 'Messages' });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
/** Its button is silent until the user points at the toast: a screen reader would say it with every one. */
async function close(text: string): Promise<void> {
  await toasts.getByText(text).hover();
  await toasts.getByRole('button', { name: 'Close', exact: true }).click();
}

test('one at a time: the next comes when the first has gone', async () => {
  await show();
  await press('News');
  await expect.element(toasts.getByText('Anna wrote')).toBeVisible();
  await expect.element(toasts.getByText('Bea wrote')).not.toBeInTheDocument();
  await close('Anna wrote');
  await expect.element(toasts.getByText('Bea wrote')).toBeVisible();
  await close('Bea wrote');
  await expect.element(toasts.getByText('Bea wrote')).not.toBeInTheDocument();
});

test('an answer comes before news, and its action closes it', async () => {
  await show();
  await press('News');
  await expect.element(toasts.getByText('Anna wrote')).toBeVisible();
  await press('Remove');
  await expect.element(toasts.getByText('Gone')).toBeVisible();
  await toasts.getByRole('button', { name: 'Undo' }).click();
  expect(undone).toHaveBeenCalledOnce();
  await expect.element(toasts.getByText('Anna wrote')).toBeVisible();
});

test('news waits until the dialog is closed', async () => {
  await show();
  await press('Save');
  await expect.element(toasts.getByText('Saved')).toBeVisible();
  await close('Saved');
  await press('Ask');
  await expect.element(page.getByRole('dialog', { name: 'Sure?' })).toBeVisible();
  // What the page announces while the dialog is open.
  (page.getByRole('button', { name: 'News', includeHidden: true }).element() as HTMLElement).click();
  await expect.element(toasts).toBeInTheDocument();
  await expect.element(toasts.getByText('Anna wrote')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(toasts.getByText('Anna wrote')).toBeVisible();
});

test('it stands where it covers no button', async () => {
  await render(
    <ToastProvider labels={{ region: 'Messages', close: 'Close' }}>
      <style>
        {'[data-toasts] { position: fixed; inset-inline: 0; top: var(--toast-top); --toast-from: top }'}
      </style>
      <div style={{ position: 'fixed', top: 60, left: 0 }}>
        <Buttons />
      </div>
    </ToastProvider>,
  );
  await press('Save');
  const text = toasts.getByText('Saved');
  await expect.element(text).toBeVisible();
  const shown = toasts.element().getBoundingClientRect();
  const lowest = Math.max(
    ...['Save', 'Remove', 'News', 'Ask'].map(
      (name) => page.getByRole('button', { name, exact: true }).element().getBoundingClientRect().bottom,
    ),
  );
  expect(shown.top).toBeGreaterThanOrEqual(lowest);
  expect(shown.bottom).toBeLessThanOrEqual(window.innerHeight);
});

test('it makes room for the buttons of a dialog that comes after it', async () => {
  const style = document.createElement('style');
  style.textContent =
    '[data-toasts] { position: fixed; inset-inline: 0; top: var(--toast-top); --toast-from: top }';
  document.head.append(style);
  onTestFinished(() => style.remove());
  await show();
  await press('Save');
  await expect.element(toasts.getByText('Saved')).toBeVisible();
  const { top } = toasts.element().getBoundingClientRect();
  const dialog = document.createElement('div');
  dialog.role = 'dialog';
  dialog.style.cssText = `position: fixed; inset-inline: 0; top: ${top}px`;
  dialog.innerHTML = '<button style="height: 80px">Sure</button>';
  document.body.append(dialog);
  onTestFinished(() => dialog.remove());
  const { top: upper, bottom: lower } = dialog.getBoundingClientRect();
  await expect
    .poll(() => {
      const shown = toasts.element().getBoundingClientRect();
      return shown.bottom <= upper || shown.top >= lower;
    })
    .toBe(true);
});

test('it stays in sight where the window gets smaller', async () => {
  // As the apps' styles have it on wide windows.
  const style = document.createElement('style');
  style.textContent = '[data-toasts] { position: fixed; top: var(--toast-top); --toast-from: bottom }';
  document.head.append(style);
  onTestFinished(() => style.remove());
  await page.viewport(1200, 900);
  await show();
  await press('Save');
  const bottom = () => toasts.getByText('Saved').element().getBoundingClientRect().bottom;
  await expect.poll(bottom).toBeGreaterThan(700);
  await page.viewport(1200, 500);
  await expect.poll(bottom).toBeLessThan(500);
});
