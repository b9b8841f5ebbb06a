import type { Browser, Page } from '@playwright/test';
import { bubble, newcomerAtLevel, otherDevice, said, send } from './chat-pages.ts';
import { consoleUrl, openConsole, openConsoleAs, useModeratedServer } from './console-pages.ts';
import { inDatabase } from './database.ts';
import { desktop, expect, expectAccessible, reconnect, siteUrl, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { type Newcomer, newAddress, signUpBehindTheScenes } from './newcomers.ts';
import { linkInMail } from './outbox.ts';
import { hire, ownerToken } from './staff.ts';
import { write } from './talk.ts';
import { errorWords, words } from './words.ts';

// Hosts and support have one server: what waits there, and what is said on its home page, is theirs alone.
useModeratedServer();

/** Profiles of the staff's, by name. */
async function staffProfiles(count: number): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = [];
  await inDatabase(async (db) => {
    const rows = await db
      .selectFrom('profile as p')
      .innerJoin('brand as b', 'b.id', 'p.brand_id')
      .select(['p.id', 'p.screen_name as name'])
      .where('b.key', '=', 'lunaria')
      .where('p.kind', '=', 'staff')
      .where('p.status', '=', 'visible')
      .where('p.reserved', '=', false)
      .orderBy('p.id')
      .limit(count)
      .execute();
    found.push(...rows);
    // Whatever the demo has left unanswered is not this journey's.
    await db.deleteFrom('waiting_reply').where('kind', '=', 'staff').execute();
  });
  return found;
}

/** A member whose conversation with somebody is open on a page. */
async function openChat(browser: Browser, member: Newcomer, profileId: string): Promise<Page> {
  const page = await otherDevice(browser, member);
  await page.goto(siteUrl('lunaria', `/chats/${profileId}`));
  return page;
}

test('a host takes the conversation that waits, answers it, and the member reads it at once', async ({
  browser,
}) => {
  const [luna] = await staffProfiles(1);
  if (!luna) throw new Error('the demo has no staff profile');
  const marco = await newcomerAtLevel(2);
  const his = await openChat(browser, marco, luna.id);
  const ines = await openConsole(browser, await hire('host', 'Ines'), 'conversations');
  const zoe = await openConsole(browser, await hire('host', 'Zoe'), 'conversations');
  await expect(ines.getByText('Nessun primo messaggio')).toBeVisible();
  await expectAccessible(ines);
  const question = said('Ciao, sei mai stata a Napoli?');
  await send(his, question);
  // It appears by itself, for both; whoever takes it has it, and it disappears for the other.
  await expect(ines.getByText(question)).toBeVisible();
  await expect(zoe.getByText(question)).toBeVisible();
  await ines.keyboard.press('n');
  await expect(ines.getByText('È tua per')).toBeVisible();
  await expect(zoe.getByText(question)).toBeHidden();
  await expectAccessible(ines);
  await zoe.goto(ines.url());
  await expect(zoe.getByText('Ora risponde Ines')).toBeVisible();
  const answer = said('Sì, due volte: la prossima ti porto a mangiare la pizza con gli occhi.');
  const box = ines.getByRole('textbox', { name: /^Messaggio come / });
  await expect(box).toBeFocused();
  await box.fill(answer);
  await ines.keyboard.press('Control+Enter');
  await expect(ines.getByText(answer)).toBeVisible();
  await expect(bubble(his, answer)).toBeVisible();
  // Who writes is no secret to the member.
  await expect(his.getByText(`Per ${luna.name} ti risponde il nostro staff`)).toBeVisible();
});

test('a whole shift by the keyboard alone: next, answer, next, hand back, and nothing typed is lost', async ({
  browser,
}) => {
  const profiles = await staffProfiles(4);
  const questions: string[] = [];
  for (const { id } of profiles) {
    const question = said('Che cosa fai questa sera?');
    await write('lunaria', await newcomerAtLevel(2), id, question);
    questions.push(question);
  }
  const [first = '', second = '', third = '', fourth = ''] = questions;
  const ines = await openConsole(browser, await hire('host', 'Ines'), 'conversations');
  const thread = ines.getByRole('log', { name: 'Messaggi' });
  const box = ines.getByRole('textbox', { name: /^Messaggio come / });
  const { keyboard } = ines;
  await expect(ines.getByText(first)).toBeVisible();
  await keyboard.press('?');
  await expect(ines.getByRole('dialog', { name: 'Tasti rapidi' })).toBeVisible();
  await keyboard.press('Escape');
  // The one that has waited longest comes first, and the caret stands where one writes.
  await keyboard.press('n');
  await expect(thread.getByText(first)).toBeVisible();
  await expect(box).toBeFocused();
  await keyboard.type('Leggo un libro sul mare.');
  await keyboard.press('Control+Shift+Enter');
  await expect(thread.getByText(second)).toBeVisible();
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('');
  // A reload, and what was typed is still there.
  await keyboard.type('Cucino qualcosa di');
  await ines.reload();
  await expect(box).toHaveValue('Cucino qualcosa di');
  await keyboard.press('r');
  await expect(box).toBeFocused();
  await keyboard.press('End');
  await keyboard.type(' buono.');
  await keyboard.press('Control+Shift+Enter');
  await expect(thread.getByText(third)).toBeVisible();
  await expect(box).toBeFocused();
  // This one is for somebody else.
  await keyboard.press('Escape');
  await keyboard.press('h');
  await expect(ines.getByText('Nessuno sta rispondendo')).toBeVisible();
  await keyboard.press('n');
  await expect(thread.getByText(third)).toBeVisible();
  await expect(box).toBeFocused();
  await keyboard.type('Vado a camminare lungo il fiume.');
  await keyboard.press('Control+Shift+Enter');
  await expect(thread.getByText(fourth)).toBeVisible();
  await expect(box).toBeFocused();
  await keyboard.type('Niente di speciale, e tu?');
  await keyboard.press('Control+Shift+Enter');
  await expect(ines.getByText('In questo momento nessuno aspetta una risposta.')).toBeVisible();
  await expectAccessible(ines);
});

test('a supervisor sees who answers, reads along, marks an answer, and its host reads the mark', async ({
  browser,
}) => {
  const [luna] = await staffProfiles(1);
  if (!luna) throw new Error('the demo has no staff profile');
  const his = await openChat(browser, await newcomerAtLevel(2), luna.id);
  const question = said('Ti piace il mare?');
  await send(his, question);
  const bruna = await openConsole(browser, await hire('host', 'Bruna'), 'conversations');
  const owner = await openConsoleAs(browser, ownerToken(), 'board');
  const row = owner.getByRole('row').filter({ hasText: 'Bruna' });
  await expect(row).toContainText('In linea');
  await expect(bruna.getByText(question)).toBeVisible();
  await bruna.keyboard.press('n');
  const link = row.getByRole('link', { name: /^Leggi la conversazione con / });
  await expect(link).toBeVisible();
  await expectAccessible(owner);
  await link.click();
  await expect(owner.getByText(question)).toBeVisible();
  await expect(owner.getByText('Ora con Bruna')).toBeVisible();
  await expectAccessible(owner);
  const answer = said('Molto, soprattutto d’inverno.');
  await bruna.getByRole('textbox', { name: /^Messaggio come / }).fill(answer);
  await bruna.keyboard.press('Control+Enter');
  const theirs = owner.getByRole('listitem').filter({ hasText: answer });
  await expect(theirs).toContainText('scritto da Bruna');
  await theirs.getByRole('button', { name: /^Dai un voto/ }).click();
  const dialog = owner.getByRole('dialog', { name: 'Voto per Bruna' });
  await dialog.getByLabel('Voto').selectOption('5');
  await dialog.getByLabel('Nota').fill('Calda e breve: brava.');
  await expectAccessible(owner);
  await dialog.getByRole('button', { name: 'Salva il voto' }).click();
  await expect(theirs).toContainText('Calda e breve: brava.');
  await bruna.goto(consoleUrl('work'));
  await expect(bruna.getByText('Calda e breve: brava.')).toBeVisible();
  await expectAccessible(bruna);
});

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
  const submit = page.getByRole('button', { name: t('contact.send'), exact: true });
  await submit.click();
  await expect(page.getByText(t('contact.kept'))).toBeVisible();
  await reconnect(page);
  await page.reload();
  await expect(field(page, t('contact.message'))).toHaveValue('Non riesco a entrare.');
  await field(page, t('contact.message')).fill('  ');
  await submit.click();
  await expect(page.getByText(errorWords('lunaria', 'contact.empty'))).toBeVisible();
  await field(page, t('contact.message')).fill('Non riesco a entrare.');
  await submit.click();
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
