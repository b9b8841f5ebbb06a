import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { FloatingMenu } from '#ui/menu.tsx';
import { useLongPress } from './use-long-press.ts';

const copy = vi.fn();

function Page() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const press = useLongPress(setAnchor);
  return (
    <>
      <p {...press}>Ciao</p>
      <FloatingMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        actions={[{ label: 'Copy', onClick: copy }]}
      />
    </>
  );
}

const menu = page.getByRole('menu');
const message = () => page.getByText('Ciao').element();

function finger(type: string, at = { x: 20, y: 20 }, pointerType = 'touch'): void {
  const place = { clientX: at.x, clientY: at.y };
  message().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType, isPrimary: true, ...place }));
}

/** What the browser says when a finger leaves. Answers whether a click would follow. */
function lift(): boolean {
  finger('pointerup');
  return message().dispatchEvent(new TouchEvent('touchend', { bubbles: true, cancelable: true }));
}

beforeEach(() => {
  copy.mockClear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Nothing else may wait for a timer that stands still. */
function holdFor(milliseconds: number): void {
  vi.advanceTimersByTime(milliseconds);
  vi.useRealTimers();
}

test('a finger that stays opens the menu, which is still there when it lifts', async () => {
  await render(<Page />);
  finger('pointerdown');
  finger('pointermove', { x: 24, y: 22 });
  holdFor(1_000);
  await expect.element(menu).toBeVisible();
  expect(lift()).toBe(false);
  await expect.element(menu).toBeVisible();
  await page.getByRole('menuitem', { name: 'Copy' }).click();
  expect(copy).toHaveBeenCalledOnce();
  await expect.element(menu).not.toBeInTheDocument();
});

test.each([
  ['scrolls', () => finger('pointermove', { x: 20, y: 60 })],
  ['is taken over by the browser', () => finger('pointercancel')],
  ['lifts at once', () => finger('pointerup')],
])('a finger that %s opens nothing, and its tap is a tap', async (_, act) => {
  await render(<Page />);
  finger('pointerdown');
  act();
  holdFor(1_000);
  expect(lift()).toBe(true);
  await expect.element(menu).not.toBeInTheDocument();
});

test('a mouse that is held opens nothing: there is a button for it', async () => {
  await render(<Page />);
  finger('pointerdown', undefined, 'mouse');
  holdFor(1_000);
  await expect.element(menu).not.toBeInTheDocument();
});
