import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { reportPerson } from '#contract/moderation/reports.ts';
import { sendRequest } from '#testing/http-request.ts';
import { askApi } from './ask-api.ts';
import { bubble, input, newcomerAtLevel, said, setLevel } from './chat-pages.ts';
import { consoleUrl, openConsole, openConsoleAs, useModeratedServer } from './console-pages.ts';
import { inDatabase } from './database.ts';
import { brands, desktop, expect, expectAccessible, follow, siteUrl, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { newAddress, showToOthers, signUpBehindTheScenes } from './newcomers.ts';
import { linkInMail } from './outbox.ts';
import { approveWhatWaits, carryOutVerdicts, letReview, profileIdOf, staffProfiles } from './staff-work.ts';
import { hire, ownerToken } from './staff.ts';
import { like, write } from './talk.ts';
import { words } from './words.ts';

// The staff's journeys have one server: what waits there, and what is said on its home page, is theirs alone.
useModeratedServer();
test.use({ viewport: desktop, locale: 'it-IT' });

const brand = 'lunaria';
const t = (file: string, key: string) => words(brand, file, key);
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Where few others live, so that a search there finds the newcomer at once. */
const town = { region: 'Molise', city: 'Isernia' };

test('a host takes what waits, answers and hands back by the keyboard alone, while a supervisor reads along', async ({
  context,
  page,
}) => {
  const [luna, second, third] = await staffProfiles();
  if (!luna || !second || !third) throw new Error('the demo has too few staff profiles');
  const marco = await newcomerAtLevel(2);
  await signInAs(page, brand, marco);
  await page.goto(siteUrl(brand, `/chats/${luna.id}`));
  const owner = await openConsoleAs(context, ownerToken(), 'conversations');
  const ines = await openConsole(context, await hire('host', 'Ines'), 'conversations');
  const thread = ines.getByRole('log', { name: 'Messaggi' });
  const box = ines.getByRole('textbox', { name: /^Messaggio come / });
  const { keyboard } = ines;
  const answer = said('Sì, due volte: la prossima ti porto a mangiare la pizza con gli occhi.');

  await test.step('it appears by itself for both; the host who takes it has it, and it disappears for the other', async () => {
    const question = said('Ciao, sei mai stata a Napoli?');
    await expect(ines.getByText('Nessun primo messaggio')).toBeVisible();
    await write(brand, marco, luna.id, question);
    await expect(ines.getByText(question)).toBeVisible();
    await expect(owner.getByText(question)).toBeVisible();
    await keyboard.press('n');
    await expect(ines.getByText('È tua per')).toBeVisible();
    await expect(owner.getByText(question)).toBeHidden();
    await expectAccessible(ines);
    await follow(owner, new URL(ines.url()).pathname);
    await expect(owner.getByText('Ora risponde Ines')).toBeVisible();
    await follow(owner, '/console/board');
    const row = owner.getByRole('row').filter({ hasText: 'Ines' });
    await expect(row).toContainText('In linea');
    await owner.bringToFront();
    await expectAccessible(owner);
    await row.getByRole('link', { name: /^Leggi la conversazione con / }).click();
    await expect(owner.getByText(question)).toBeVisible();
    await expect(owner.getByText('Ora con Ines')).toBeVisible();
    await expectAccessible(owner);
  });

  await test.step('the host answers, the supervisor marks the answer, and the host reads the mark', async () => {
    await expect(box).toBeFocused();
    await keyboard.insertText(answer);
    await keyboard.press('Control+Enter');
    await expect(ines.getByText(answer)).toBeVisible();
    const theirs = owner.getByRole('listitem').filter({ hasText: answer });
    await expect(theirs).toContainText('scritto da Ines');
    await theirs.getByRole('button', { name: /^Dai un voto/ }).click();
    const dialog = owner.getByRole('dialog', { name: 'Voto per Ines' });
    await dialog.getByLabel('Voto').selectOption('5');
    await dialog.getByLabel('Nota').fill('Calda e breve: brava.');
    await expectAccessible(owner);
    await dialog.getByRole('button', { name: 'Salva il voto' }).click();
    await expect(theirs).toContainText('Calda e breve: brava.');
    await ines.bringToFront();
    await follow(ines, '/console/work');
    await expect(ines.getByText('Calda e breve: brava.')).toBeVisible();
    await expectAccessible(ines);
  });

  await test.step('the member reads it at once, and who writes is no secret to them', async () => {
    await expect(bubble(page, answer)).toBeVisible();
    await expect(page.getByText(`Per ${luna.name} ti risponde il nostro staff`)).toBeVisible();
  });

  await test.step('next, answer, next, hand back: the one that has waited longest comes first, and nothing typed is lost', async () => {
    const questions = [said('Che cosa fai questa sera?'), said('Ti piace il mare?')] as const;
    await write(brand, await newcomerAtLevel(2), second.id, questions[0]);
    await write(brand, await newcomerAtLevel(2), third.id, questions[1]);
    await follow(ines, '/console/conversations');
    await expect(ines.getByText(questions[1])).toBeVisible();
    await keyboard.press('n');
    await expect(thread.getByText(questions[0])).toBeVisible();
    await expect(box).toBeFocused();
    await keyboard.insertText('Leggo un libro sul mare.');
    await keyboard.press('Control+Shift+Enter');
    await expect(thread.getByText(questions[1])).toBeVisible();
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('');
    await keyboard.insertText('Molto, soprattutto');
    await keyboard.press('Escape');
    await keyboard.press('h');
    await expect(ines.getByText('Nessuno sta rispondendo')).toBeVisible();
    await keyboard.press('n');
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('Molto, soprattutto');
    await keyboard.press('End');
    await keyboard.insertText(' d’inverno.');
    await keyboard.press('Control+Shift+Enter');
    await expect(ines.getByText('In questo momento nessuno aspetta una risposta.')).toBeVisible();
  });
});

test('support answers who writes to us, who goes on by the link of the mail, and a review, which is read at home', async ({
  context,
  page,
}) => {
  const email = newAddress(brand);
  await page.goto(siteUrl(brand, '/contactUs'));
  await field(page, t('pages', 'contact.message')).fill('Non riesco a entrare.');
  await field(page, t('shell', 'entry.email')).fill(email);
  await press(page, t('pages', 'contact.send'));
  await expect(page.getByRole('heading', { name: t('pages', 'contact.thanks') })).toBeFocused();
  await linkInMail(email, 'contact_acknowledged');

  const bea = await openConsole(context, await hire('support', 'Bea'), 'tickets');
  await bea.getByRole('link', { name: /Non riesco a entrare\./ }).click();
  await expect(bea.getByRole('article')).toContainText(email);
  await expectAccessible(bea);
  await bea.keyboard.press('r');
  await bea.keyboard.insertText('Ora dovrebbe funzionare.');
  await bea.keyboard.press('Control+Enter');
  await expect(bea.getByRole('article')).toContainText('Risposta di Bea');

  await page.bringToFront();
  await page.goto(siteUrl(brand, await linkInMail(email, 'ticket_answered')));
  await expect(page.getByText('Ora dovrebbe funzionare.')).toBeVisible();
  await expectAccessible(page);
  await field(page, t('pages', 'ticket.answer')).fill('Sì, grazie!');
  await press(page, t('pages', 'ticket.send'));
  await expect(page.getByText(t('pages', 'ticket.states.open'))).toBeVisible();
  // The console is not reloaded.
  await expect(bea.getByRole('article')).toContainText('Sì, grazie!');

  await test.step('a review is answered, and both are read by its writer and at home', async () => {
    const member = await signUpBehindTheScenes(brand);
    await letReview(member);
    await signInAs(page, brand, member);
    await page.goto(siteUrl(brand, '/profile#review'));
    await field(page, t('profile', 'review.words')).fill('Lenta di sera.');
    await press(page, t('profile', 'review.send'));
    await expect(page.getByText(t('profile', 'review.pending'), { exact: true })).toBeVisible();
    await inDatabase(async (db) => {
      const approved = { status: 'approved' } as const;
      await db.updateTable('review').set(approved).where('text', '=', 'Lenta di sera.').execute();
    });
    await bea.bringToFront();
    await follow(bea, '/console/reviews?answered=no');
    await press(bea, 'Rispondi');
    await bea.getByRole('textbox', { name: 'La risposta del marchio' }).fill('Ci lavoriamo.');
    await expectAccessible(bea);
    await press(bea, 'Pubblica');
    await expect(bea.getByText('Nessuna recensione così')).toBeVisible();
    // The panel is open as it was.
    await page.reload();
    await expect(page.getByText('Ci lavoriamo.')).toBeVisible();
    const { text } = await sendRequest(Number(process.env['E2E_PORT']), {
      path: '/',
      host: brands[brand].host,
    });
    expect(text).toContain('Lenta di sera.');
    expect(text).toContain('Ci lavoriamo.');
  });
});

async function addPhoto(page: Page): Promise<void> {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="#37a"/><circle cx="450" cy="500" r="220" fill="#fc9"/></svg>';
  const buffer = await sharp(Buffer.from(drawing)).jpeg().toBuffer();
  await page.locator('[data-photo-input]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await press(page, t('profile', 'crop.use'));
  await expect(page.getByText(t('profile', 'photos.uploaded'))).toBeVisible();
}

/** The case that is open, by its kind. */
const openCase = (page: Page, kind: string) =>
  page.getByRole('article').filter({ has: page.getByText(kind, { exact: true }) });

test('a newcomer is approved, reads why the photo is not and appeals; a second moderator allows it, and a man finds the newcomer', async ({
  context,
  page: womansPage,
}) => {
  await approveWhatWaits();
  const woman = await signUpBehindTheScenes(brand, '7', town, 'female');
  await setLevel(woman, 2);
  await signInAs(womansPage, brand, woman);
  await womansPage.goto(siteUrl(brand, '/profile'));
  await field(womansPage, t('profile', 'about.name')).fill('Serafina');
  await press(womansPage, t('profile', 'about.save'));
  await addPhoto(womansPage);

  const mara = await openConsole(context, await hire('moderator', 'Mara'), 'moderation');
  await test.step('the profile is approved and the photo refused', async () => {
    await expect(mara.getByText('Serafina').first()).toBeVisible();
    await expectAccessible(mara);
    await mara.keyboard.press('n');
    await expect(openCase(mara, 'Profilo')).toContainText('Il caso è tuo');
    await mara.keyboard.press('a');
    await expect(openCase(mara, 'Foto del profilo')).toContainText('Il caso è tuo');
    await mara.keyboard.press('r');
    await expect(mara.getByRole('group', { name: 'Motivo del rifiuto' })).toBeVisible();
    await expectAccessible(mara);
    // The message is shown for a few seconds only, and comes by itself when the verdict cannot be undone any more.
    const message = expect(womansPage.getByText(t('profile', 'verdicts.refused.photo'))).toBeVisible();
    await mara.keyboard.press('7');
    await expect(mara.getByText('Nessun caso in attesa')).toBeVisible();
    await womansPage.bringToFront();
    await Promise.all([message, carryOutVerdicts()]);
  });

  const plea = said('Sono io, in controluce: guardate bene.');
  await test.step('the woman reads why, and appeals', async () => {
    await expect(womansPage.getByText(t('profile', 'refusals.unclear'))).toBeVisible();
    await expectAccessible(womansPage);
    await womansPage.getByRole('button', { name: t('profile', 'photos.whatNow') }).click();
    const photo = womansPage.getByRole('dialog', { name: t('profile', 'photos.yours') });
    await expect(photo).toContainText(t('profile', 'refusals.unclear'));
    await photo.getByRole('button', { name: t('decisions', 'appeal.open') }).click();
    const appeal = womansPage.getByRole('dialog', { name: t('decisions', 'appeal.open') });
    await field(womansPage, t('decisions', 'appeal.label')).fill(plea);
    await expectAccessible(womansPage);
    await appeal.getByRole('button', { name: t('decisions', 'appeal.send') }).click();
    await expect(womansPage.getByText(t('decisions', 'appeal.sent'))).toBeVisible();
  });

  await test.step('the first moderator does not decide again, a second one does', async () => {
    const nora = await openConsole(context, await hire('moderator', 'Nora'), 'moderation?kind=appeal');
    await mara.bringToFront();
    await mara.goto(consoleUrl('moderation?kind=appeal'));
    await expect(mara.getByRole('heading', { name: 'Moderazione' })).toBeVisible();
    await mara.keyboard.press('n');
    await expect(mara.getByText('Non resta nessun caso libero.')).toBeVisible();
    await nora.bringToFront();
    await expect(nora.getByRole('heading', { name: 'Moderazione' })).toBeVisible();
    await nora.keyboard.press('n');
    await expect(nora.getByText('Decisa da Mara')).toBeVisible();
    await expect(nora.getByRole('article').getByText(plea)).toBeVisible();
    await nora.getByRole('textbox', { name: 'Risposta alla persona' }).fill('È vero: la luce inganna.');
    await expectAccessible(nora);
    await nora.getByRole('button', { name: 'Accogli' }).click();
    await Promise.all([
      expect(womansPage.getByText(t('profile', 'verdicts.approved.appeal'))).toBeVisible(),
      expect(nora.getByText('Nessun caso in attesa')).toBeVisible(),
    ]);
  });

  const man = await signUpBehindTheScenes(brand, '7', town);
  await test.step('a man’s like and message reach the woman', async () => {
    await setLevel(man, 2);
    await showToOthers(man);
    const womanId = await profileIdOf(woman);
    await womansPage.bringToFront();
    await follow(womansPage, '/find');
    await like(brand, man, womanId);
    const news = t('shell', 'nav.unreadNotifications_one').replace('{{count}}', '1');
    await expect(womansPage.getByRole('link', { name: news })).toBeVisible();
    const hello = said('Ciao Serafina, anche tu ami il Molise?');
    await write(brand, man, womanId, hello);
    await follow(womansPage, '/chats');
    await womansPage.getByRole('link', { name: /Ciao Serafina/ }).click();
    await expect(bubble(womansPage, hello)).toBeVisible();
  });

  await test.step('the man finds the newcomer, and sees the photo', async () => {
    const mansPage = womansPage;
    await signInAs(mansPage, brand, man);
    await mansPage.goto(siteUrl(brand, '/find'));
    const found = mansPage.getByRole('list', { name: t('find', 'results') });
    await found.getByRole('link').filter({ hasText: 'Serafina' }).click();
    await expect(mansPage).toHaveURL(/\/user\//);
    await expect(mansPage.getByRole('main').locator('img').first()).not.toHaveJSProperty('naturalHeight', 0);
  });
});

test('a suspended member is cut off in the middle of a chat, and reads why, until when and where to appeal', async ({
  context,
  page: mansPage,
}) => {
  const [woman, man] = [
    await signUpBehindTheScenes(brand, '7', town, 'female'),
    await signUpBehindTheScenes(brand, '7', town),
  ];
  await setLevel(man, 2);
  const [womanId, manId] = [await showToOthers(woman), await showToOthers(man)];
  const request = said('Mi presti duemila euro?');
  await write(brand, man, womanId, request);
  await askApi(
    reportPerson,
    {
      trackerId: woman.trackerId,
      profileId: manId,
      reason: 'money',
      text: '',
      block: false,
      withMessages: true,
    },
    { token: woman.token },
  );
  await signInAs(mansPage, brand, man);
  await mansPage.goto(siteUrl(brand, `/chats/${womanId}`));
  await expect(bubble(mansPage, request)).toBeVisible();

  const mara = await openConsole(context, await hire('moderator', 'Mara'), 'moderation?kind=report');
  await expect(mara.getByRole('heading', { name: 'Moderazione' })).toBeVisible();
  await mara.keyboard.press('n');
  await expect(mara.getByRole('article').getByText(request)).toBeVisible();
  await press(mara, 'Provvedimento');
  const dialog = mara.getByRole('dialog', { name: /^Provvedimento per / });
  await dialog.getByLabel('Regola non rispettata').selectOption('scam');
  await dialog.getByLabel('Provvedimento', { exact: true }).selectOption('suspend');
  await dialog.getByLabel('Durata').selectOption('h168');
  await expectAccessible(mara);
  await expect(input(mansPage)).toBeEditable();
  await dialog.getByRole('button', { name: 'Imponi il provvedimento' }).click();

  const notice = mansPage.getByRole('dialog', { name: t('popups', 'accountSuspended.title') });
  await expect(notice).toContainText(/Il tuo profilo è sospeso fino al \d/);
  await expect(notice).toContainText(t('decisions', 'reasons.scam'));
  await expect(notice).toContainText(t('decisions', 'suspended.mail'));
  await expect(input(mansPage)).toBeHidden();
  await expectAccessible(mansPage);
  await expect(mara.getByText('Nessun caso in attesa')).toBeVisible();

  await mansPage.bringToFront();
  await mansPage.goto(siteUrl(brand, await linkInMail(man.email, 'sanction_imposed')));
  await expect(mansPage.getByText(t('decisions', 'reasons.scam'))).toBeVisible();
  await field(mansPage, t('decisions', 'appeal.label')).fill('Era uno scherzo tra noi.');
  await press(mansPage, t('decisions', 'appeal.send'));
  await expect(mansPage.getByText(/^Hai contestato la decisione il /)).toBeVisible();
  await expectAccessible(mansPage);
});
