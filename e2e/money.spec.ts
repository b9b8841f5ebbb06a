import { openConsoleAs } from './console-pages.ts';
import { expect, expectAccessible, follow, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { signUpBehindTheScenes } from './newcomers.ts';
import { answerBank, cards, expectPaid, goToBank, openPaymentAgain, payByCard } from './pay-pages.ts';
import { hire, openStaff } from './staff.ts';
import { words } from './words.ts';

const p = (key: string) => words('lunaria', 'profile', key);

test('a payment is found by e-mail, finance reads its history, and refunds a part', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const member = await signUpBehindTheScenes('lunaria');
  await signInAs(page, 'lunaria', member);
  await openPaymentAgain(page, 'lunaria', 'credits-300');
  await payByCard(page, cards.asked);
  await goToBank(page, 'lunaria');
  await answerBank(page, 'right');
  await expectPaid(page, 'lunaria');

  const fina = await openConsoleAs(browser, await openStaff(await hire('finance', 'Fina')), 'payments');
  await fina.getByRole('textbox', { name: 'Cerca', exact: true }).fill(member.email);
  await fina.getByRole('button', { name: 'Trova' }).click();
  await fina.getByRole('link', { name: 'Acquisto · credits-300' }).click();
  const timeline = fina.getByRole('list', { name: 'Cronologia' });
  const entries = timeline.getByRole('listitem');
  // In this order; webhook and receipt come when they come.
  for (const [at, entry] of [
    'Ordine di 24,90 €',
    'Condizioni accettate, 24,90 €',
    'Adyen: addebito di 24,90 € iniziato',
    'Adyen: addebito inviato',
    'Adyen: attende la verifica della banca',
  ].entries())
    await expect(entries.nth(at)).toContainText(entry);
  for (const entry of [
    'Adyen: incassato 24,90 €',
    'Adyen comunica: addebito · incassato 24,90 €',
    'Ordine evaso',
    /Ricevuta R-\d{4}-\d{6} di 24,90/,
  ])
    await expect(entries.filter({ hasText: entry })).toHaveCount(1, { timeout: 20_000 });
  await expectAccessible(fina);

  await fina.getByRole('button', { name: 'Rimborsa' }).click();
  const dialog = fina.getByRole('dialog', { name: 'Rimborsare il pagamento?' });
  await dialog.getByLabel('Importo in euro').fill('30');
  await dialog.getByLabel('Motivo').fill('Un guasto');
  await dialog.getByRole('button', { name: 'Rimborsa' }).click();
  await expect(dialog.getByText('Scrivi un importo tra 0,01 e 24,90 €.')).toBeVisible();
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Un guasto');
  await dialog.getByLabel('Importo in euro').fill('4,90');
  await dialog.getByRole('button', { name: 'Rimborsa' }).click();
  await expect(dialog).toBeHidden();
  // The page is not reloaded; the bank's answer comes later.
  for (const entry of [
    /Rimborso disposto.*Fina · Un guasto/,
    'Rimborso di 4,90 € iniziato',
    'Adyen: rimborsati 4,90 €',
  ])
    await expect(entries.filter({ hasText: entry })).toHaveCount(1, { timeout: 20_000 });

  await follow(page, '/profile#plan');
  const panel = page.getByRole('dialog', { name: p('plan.title') });
  await expect(panel.getByText(p('plan.payments.refunded').replace('{{price}}', '4,90 €'))).toBeVisible();
});
