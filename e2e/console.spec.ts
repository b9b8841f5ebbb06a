import type { Page } from '@playwright/test';
import { expect, expectAccessible, follow, test } from './fixtures.ts';
import { codeOf, hire, invitationFor } from './staff.ts';

const consoleUrl = (path = '', host = 'localhost') =>
  `http://${host}:${process.env['E2E_PORT']}/console/${path}`;

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Indirizzo e-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Accedi' }).click();
}

/** Sets up an authenticator app on the page that asks for one; answers with the code that was shown for it. */
async function setUpApp(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Imposta un secondo fattore' })).toBeVisible();
  await expectAccessible(page);
  const code = codeOf((await page.locator('code').textContent()) ?? '');
  await page.getByLabel('Codice di sei cifre dell’app').fill(code);
  await page.getByRole('button', { name: 'Conferma il codice' }).click();
  return code;
}

test.use({ locale: 'it-IT' });

test('an owner signs in with a second factor, sees the brands, background work and the outbox, searches the audit, and invites a colleague', async ({
  context,
  page,
}) => {
  const olga = await hire('owner', 'Olga');
  await page.goto(consoleUrl());
  await signIn(page, { ...olga, password: 'wrong' });
  await expect(page.getByRole('alert')).toBeVisible();
  await signIn(page, olga);
  const usedCode = await setUpApp(page);
  await expect(page.getByText('Lunaria').first()).toBeVisible();
  await expect(page.getByText('Verbena').first()).toBeVisible();
  await expectAccessible(page);
  for (const path of ['account', 'moderation', 'outbox', 'work', 'people', 'audit']) {
    const before = await page.locator('h1').first().elementHandle();
    await follow(page, `/console/${path}`);
    // The page that is left stays until the next one has come.
    await expect.poll(() => before?.evaluate((heading) => heading.isConnected)).toBe(false);
    await expect(page.locator('h1').first()).toBeVisible();
    await expectAccessible(page);
  }

  await page.getByLabel('Azione').fill('staff');
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await expect(page).toHaveURL(/action=staff/);
  await page.getByRole('link', { name: 'Solo staff.totp_added' }).first().click();
  await expect(page).toHaveURL(/action=staff.totp_added/);
  await expect(page.getByRole('link', { name: 'Solo staff.signed_in' })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Solo staff.signed_in' }).first()).toBeVisible();

  await test.step('the brand that is chosen goes along from page to page, in the address, and the search leads anywhere', async () => {
    await page.getByRole('button', { name: /Tutti i miei marchi$/ }).click();
    await page.getByRole('menuitemradio', { name: 'Verbena' }).click();
    await expect(page).toHaveURL(/\/audit\?.*brand=verbena/);
    await page.getByRole('link', { name: 'Iscritti', exact: true }).click();
    await expect(page).toHaveURL(/\/members\?brand=verbena$/);
    await expect(page.getByRole('row').filter({ hasText: 'Verbena' }).first()).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Lunaria' })).toHaveCount(0);
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Cerca nella console' });
    await expect(search).toBeFocused();
    await expectAccessible(page);
    await search.fill('tutti');
    await page.getByRole('option', { name: 'Tutti i miei marchi' }).click();
    await expect(page).toHaveURL(/\/members$/);
    await page.getByRole('button', { name: 'Riduci il menu' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Allarga il menu' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Allarga il menu' }).click();
  });

  await test.step('an invited colleague comes in, sees what the role has, and is out when access is removed', async () => {
    await page.getByRole('link', { name: 'Persone', exact: true }).click();
    await page.getByRole('button', { name: 'Invita una persona' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invita una persona' });
    const email = `ines-${Date.now().toString(36)}@staff.example`;
    await dialog.getByLabel('Nome').fill('Ines');
    await dialog.getByLabel('Indirizzo e-mail').fill(email);
    await dialog.getByRole('button', { name: 'Invia l’invito' }).click();
    // Nothing that was typed is lost when something is missing.
    await expect(dialog.getByRole('alert')).toContainText('Scegli almeno un marchio.');
    await expect(dialog.getByLabel('Nome')).toHaveValue('Ines');
    await expectAccessible(page);
    await dialog.getByLabel('Verbena').check();
    await dialog.getByRole('button', { name: 'Invia l’invito' }).click();
    const row = page.getByRole('row').filter({ hasText: email });
    await expect(row).toContainText('In attesa');

    const other = await context.newPage();
    // Verbena's invitation leads to Verbena's address.
    const invitation = consoleUrl(`invitation#${await invitationFor(email)}`, 'es.localhost');
    await other.goto(invitation, { waitUntil: 'domcontentloaded' });
    await expect(other.getByRole('heading', { name: 'Ti diamo il benvenuto, Ines' })).toBeVisible();
    await expectAccessible(other);
    await other.getByLabel('Scegli una password').fill('corta');
    await other.getByRole('button', { name: 'Salva la password' }).click();
    await expect(other.getByText('La password deve avere almeno 10 caratteri.')).toBeVisible();
    await other.getByLabel('Scegli una password').fill('lupo-nero-42-volte');
    await other.getByRole('button', { name: 'Salva la password' }).click();
    await expect(other.getByText('La password è impostata.')).toBeVisible();
    await signIn(other, { email, password: 'lupo-nero-42-volte' });
    await setUpApp(other);
    // A host sees no more than the role has.
    await expect(other.getByText('Animazione')).toBeVisible();
    await expect(other.getByRole('link', { name: 'Persone' })).toHaveCount(0);
    await follow(other, '/console/people');
    await expect(other.getByText('Il tuo ruolo non prevede questa pagina')).toBeVisible();

    // Whose access is removed is out at once.
    await page.bringToFront();
    await page.reload();
    await row.getByRole('button', { name: 'Altro su Ines' }).click();
    await page.getByRole('menuitem', { name: 'Rimuovi l’accesso' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rimuovi l’accesso' }).click();
    await expect(row).toContainText('Accesso rimosso');
    await follow(other, '/console/account');
    await expect(other.getByRole('heading', { name: /Accedi/ })).toBeVisible();
  });

  await test.step('who signs in again is asked for a code, and a wrong one opens nothing', async () => {
    await page.getByRole('button', { name: /^Olga/ }).click();
    await page.getByRole('menuitem', { name: 'Esci' }).click();
    await signIn(page, olga);
    await expect(page.getByRole('heading', { name: 'Ancora un passaggio' })).toBeVisible();
    await expectAccessible(page);
    // The one that was used already is as good as a guess.
    await page.getByLabel('Codice di sei cifre dell’app').fill(usedCode);
    await page.getByRole('button', { name: 'Continua' }).click();
    await expect(page.getByText('Il codice non è corretto o è già stato usato.')).toBeVisible();
    await page.goto(consoleUrl('moderation'));
    await expect(page.getByRole('heading', { name: 'Ancora un passaggio' })).toBeVisible();
  });
});
