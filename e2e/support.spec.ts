import type { Page } from '@playwright/test';
import { openConsole, useModeratedServer } from './console-pages.ts';
import { inDatabase } from './database.ts';
import { desktop, expect, expectAccessible, siteUrl, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { newAddress, signUpBehindTheScenes } from './newcomers.ts';
import { linkInMail } from './outbox.ts';
import { hire } from './staff.ts';
import { errorWords, words } from './words.ts';

// What members say here is on a home page that other journeys count on.
useModeratedServer();

const DAY = 24 * 60 * 60 * 1_000;
const t = (key: string, file = 'pages') => words('lunaria', file, key);
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('somebody writes to us, is answered from the console, and goes on by the link of the mail', async ({
  browser,
  page,
}) => {
  const email = newAddress('lunaria');
  await page.goto(siteUrl('lunaria', '/contactUs'));
  await field(page, t('contact.message')).fill('Non riesco a entrare.');
  await expectAccessible(page);
  await page.context().setOffline(true);
  await field(page, words('lunaria', 'shell', 'entry.email')).fill(email);
  const send = page.getByRole('button', { name: t('contact.send'), exact: true });
  await send.click();
  await expect(page.getByText(t('contact.kept'))).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await expect(field(page, t('contact.message'))).toHaveValue('Non riesco a entrare.');
  await field(page, t('contact.message')).fill('  ');
  await send.click();
  await expect(page.getByText(errorWords('lunaria', 'contact.empty'))).toBeVisible();
  await field(page, t('contact.message')).fill('Non riesco a entrare.');
  await send.click();
  await expect(page.getByRole('heading', { name: t('contact.thanks') })).toBeFocused();
  await linkInMail(email, 'contact_acknowledged');

  const bea = await openConsole(browser, await hire('support', 'Bea'), 'tickets');
  await bea.getByRole('link', { name: /Non riesco a entrare\./ }).click();
  await expect(bea.getByRole('article')).toContainText(email);
  await expectAccessible(bea);
  await bea.keyboard.press('r');
  await bea.keyboard.type('Ora dovrebbe funzionare.');
  await bea.keyboard.press('Control+Enter');
  await expect(bea.getByRole('article')).toContainText('Risposta di Bea');

  await page.goto(siteUrl('lunaria', await linkInMail(email, 'ticket_answered')));
  await expect(page.getByText('Ora dovrebbe funzionare.')).toBeVisible();
  await expectAccessible(page);
  await field(page, t('ticket.answer')).fill('Sì, grazie!');
  await page.getByRole('button', { name: t('ticket.send'), exact: true }).click();
  await expect(page.getByText(t('ticket.states.open'))).toBeVisible();
  // Nobody reloads the console.
  await expect(bea.getByRole('article')).toContainText('Sì, grazie!');
});

test('a review is answered in the console, and both are read at home', async ({ browser, page }) => {
  const member = await signUpBehindTheScenes('lunaria');
  await inDatabase(async (db) => {
    const created_at = new Date(Date.now() - 8 * DAY);
    await db.updateTable('account').set({ created_at }).where('email', '=', member.email).execute();
    // The home shows some at random: the demo's own would hide it.
    await db.deleteFrom('review').where('demo', '=', true).execute();
  });
  await signInAs(page, 'lunaria', member);
  await page.goto(siteUrl('lunaria', '/profile'));
  await page.getByRole('button', { name: new RegExp(`^${t('rows.review', 'profile')}`) }).click();
  await field(page, t('review.words', 'profile')).fill('Lenta di sera.');
  await page.getByRole('button', { name: t('review.send', 'profile'), exact: true }).click();
  await expect(page.getByText(t('review.pending', 'profile'), { exact: true })).toBeVisible();
  await inDatabase(async (db) => {
    await db.updateTable('review').set({ status: 'approved' }).where('text', '=', 'Lenta di sera.').execute();
  });

  const bea = await openConsole(browser, await hire('support', 'Bea'), 'reviews?answered=no');
  await bea.getByRole('button', { name: 'Rispondi', exact: true }).click();
  await bea.getByRole('textbox', { name: 'La risposta del marchio' }).fill('Ci lavoriamo.');
  await expectAccessible(bea);
  await bea.getByRole('button', { name: 'Pubblica', exact: true }).click();
  await expect(bea.getByText('Nessuna recensione così')).toBeVisible();

  // The panel is open as it was.
  await page.reload();
  await expect(page.getByText('Ci lavoriamo.')).toBeVisible();
  const visitor = await browser.newPage({ viewport: desktop });
  await visitor.goto(siteUrl('lunaria'));
  await expect(visitor.getByText('Lenta di sera.')).toBeVisible();
  await expect(visitor.getByText('Ci lavoriamo.')).toBeVisible();
});
