import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { useStore } from '#client/store.ts';
import { sampleBoot } from '#client/testing/sample-boot.ts';
import { boot } from '#contract/brand/boot.ts';
import type { Boot } from '#contract/brand/boot.ts';
import { shellOf, shellStore } from './boot.ts';
import { followBrand } from './brand-updates.ts';

function OpenPage() {
  const shell = useStore(shellStore, null);
  return (
    <label>
      {shell?.brand.title}
      <input />
    </label>
  );
}

/** What the server says from now on. */
function publish(current: Boot): void {
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
    const isBoot = typeof address === 'string' && address.startsWith('/boot.json');
    return new Response(isBoot ? JSON.stringify(z.encode(boot, current)) : ':root{--paper:#000000;}');
  });
  onTestFinished(() => fetched.mockRestore());
}

test('an open page shows what its brand publishes, and what is being typed stays', async () => {
  const sample = sampleBoot(location.origin);
  const theme = document.createElement('style');
  theme.id = 'theme';
  document.head.append(theme);
  onTestFinished(() => theme.remove());
  shellStore.set(shellOf(sample));
  await render(<OpenPage />);
  const field = page.getByRole('textbox', { name: 'Lunaria' });
  await field.fill('Buonasera, io sono');
  publish({ ...sample, version: 'second', brand: { ...sample.brand, title: 'Lunaria di notte' } });
  // The version that the page has already is no news.
  await followBrand(sample.version);
  await expect.element(field).toBeVisible();
  await followBrand('second');
  const renamed = page.getByRole('textbox', { name: 'Lunaria di notte' });
  await expect.element(renamed).toHaveValue('Buonasera, io sono');
  expect(theme.textContent).toContain('--paper:#000000');
  expect(shellStore.get()?.version).toBe('second');
});
