import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showPage, resetConsole } from '#console/testing/console-page.tsx';
import { BarePage, BareHeading } from './page.tsx';

test('the tab has the name of the page, and the document one title', async () => {
  resetConsole();
  const handle = { title: 'signIn.title' };
  await showPage(
    [
      {
        path: '/',
        handle,
        element: (
          <BarePage>
            <BareHeading title="Eccoci" text="" />
          </BarePage>
        ),
      },
    ],
    '/',
  );
  await expect.element(page.getByRole('heading', { name: 'Eccoci' })).toBeVisible();
  await expect.poll(() => document.title).toBe('Accedi alla console · Console Serenata');
  expect(document.querySelectorAll('title:not(svg title)')).toHaveLength(1);
});
