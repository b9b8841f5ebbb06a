import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { UNDO_SECONDS } from '../contract/kernel/constants.ts';
import { bubble, input, otherDevice, said, send, setLevel, t } from './chat-pages.ts';
import { consoleUrl, openConsole, useModeratedServer } from './console-pages.ts';
import { inDatabase } from './database.ts';
import { expect, expectAccessible, follow, siteUrl, test } from './fixtures.ts';
import { showToOthers, signUpBehindTheScenes } from './newcomers.ts';
import { linkInMail } from './outbox.ts';
import { hire } from './staff.ts';
import { words } from './words.ts';

useModeratedServer();

const profile = (key: string) => words('lunaria', 'profile', key);
const decisions = (key: string) => words('lunaria', 'decisions', key);
/** Verdicts are carried out when they can no longer be undone. */
const heldBack = { timeout: UNDO_SECONDS * 1000 + 20_000 };
/** Where few others live, so that whoever looks around there finds her at once. */
const town = { region: 'Molise', city: 'Isernia' };

/** A woman who has just signed up, at her own profile. */
async function newWoman(browser: Browser) {
  const member = await signUpBehindTheScenes('lunaria', '7', town, 'female');
  const page = await otherDevice(browser, member);
  await page.goto(siteUrl('lunaria', '/profile'));
  return { member, page };
}

/** What the demo has left for moderators is not these journeys'. */
async function approveWhatWaits(): Promise<void> {
  await inDatabase(async (db) => {
    const approved = { status: 'visible', moderated_at: new Date() } as const;
    await db.updateTable('profile').set(approved).where('status', '=', 'pending').execute();
  });
}

async function addPhoto(page: Page): Promise<void> {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="#37a"/><circle cx="450" cy="500" r="220" fill="#fc9"/></svg>';
  const buffer = await sharp(Buffer.from(drawing)).jpeg().toBuffer();
  await page.locator('[data-photo-input]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: profile('crop.use'), exact: true }).click();
  await expect(page.getByText(profile('photos.uploaded'))).toBeVisible();
}

/** A moderator before one of the queues, or all of them. */
async function moderator(browser: Browser, name: string, queue = ''): Promise<Page> {
  const page = await openConsole(browser, await hire('moderator', name), pathOf(queue));
  await expect(page.getByRole('heading', { name: 'Moderazione' })).toBeVisible();
  return page;
}

const pathOf = (queue: string) => `moderation${queue && `?kind=${queue}`}`;

/** The case that is open, by its kind. */
const openCase = (page: Page, kind: string) =>
  page.getByRole('article').filter({ has: page.getByText(kind, { exact: true }) });

test('a newcomer is approved with her photo, a man finds her, and she gets his like and his message', async ({
  browser,
}) => {
  await approveWhatWaits();
  const { member: woman, page: her } = await newWoman(browser);
  await setLevel(woman, 2);
  await her.getByRole('textbox', { name: profile('about.name'), exact: true }).fill('Serafina');
  await her.getByRole('button', { name: profile('about.save'), exact: true }).click();
  await addPhoto(her);
  const man = await signUpBehindTheScenes('lunaria', '7', town);
  await setLevel(man, 2);
  await showToOthers(man);
  const his = await otherDevice(browser, man);
  const mara = await moderator(browser, 'Mara');
  await expect(mara.getByText('Serafina').first()).toBeVisible();
  await expectAccessible(mara);
  await mara.keyboard.press('n');
  await expect(openCase(mara, 'Profilo')).toContainText('Il caso è tuo');
  await expectAccessible(mara);
  await mara.keyboard.press('a');
  await expect(openCase(mara, 'Foto del profilo')).toBeVisible();
  // She is told for a few seconds, which may be over by the time that the queue is empty.
  await Promise.all([
    expect(her.getByText(profile('verdicts.approved.photo'))).toBeVisible(heldBack),
    mara.keyboard.press('a').then(() => expect(mara.getByText('Nessun caso in attesa')).toBeVisible()),
  ]);

  await his.goto(siteUrl('lunaria', '/find'));
  const found = his.getByRole('list', { name: words('lunaria', 'find', 'results') });
  await found.getByRole('link').filter({ hasText: 'Serafina' }).click();
  await expect(his).toHaveURL(/\/user\//);
  const give = words('lunaria', 'people', 'like.give').replace('{{name}}', 'Serafina');
  await his.getByRole('button', { name: give }).click();
  // His visit, and his like: the card that tells of it goes by itself, the number stays.
  const news = words('lunaria', 'shell', 'nav.unreadNotifications_other').replace('{{count, number}}', '2');
  await expect(her.getByRole('link', { name: news })).toBeVisible();
  await follow(his, new URL(his.url()).pathname.replace('/user/', '/chats/'));
  const hello = said('Ciao Serafina, anche tu ami il Molise?');
  await send(his, hello);
  await follow(her, '/chats');
  await her.getByRole('link', { name: /Ciao Serafina/ }).click();
  await expect(bubble(her, hello)).toBeVisible();
});

test('a photo is refused, she reads why and appeals, a second moderator allows it, and others see it', async ({
  browser,
}) => {
  const { member, page: her } = await newWoman(browser);
  const profileId = await showToOthers(member);
  await addPhoto(her);
  const mara = await moderator(browser, 'Mara', 'photo');
  await mara.keyboard.press('n');
  await expect(openCase(mara, 'Foto del profilo')).toBeVisible();
  await mara.keyboard.press('r');
  await expect(mara.getByRole('group', { name: 'Motivo del rifiuto' })).toBeVisible();
  await expectAccessible(mara);
  await mara.keyboard.press('7');
  await expect(her.getByText(profile('verdicts.refused.photo'))).toBeVisible(heldBack);
  await expect(her.getByText(profile('refusals.unclear'))).toBeVisible();
  await expectAccessible(her);
  await her.getByRole('button', { name: profile('photos.whatNow') }).click();
  const photo = her.getByRole('dialog', { name: profile('photos.yours') });
  await expect(photo).toContainText(profile('refusals.unclear'));
  await photo.getByRole('button', { name: decisions('appeal.open') }).click();
  const appeal = her.getByRole('dialog', { name: decisions('appeal.open') });
  const plea = said('Sono io, in controluce: guardate bene.');
  await appeal.getByRole('textbox', { name: decisions('appeal.label') }).fill(plea);
  await expectAccessible(her);
  await appeal.getByRole('button', { name: decisions('appeal.send') }).click();
  await expect(her.getByText(decisions('appeal.sent'))).toBeVisible();

  const nora = await moderator(browser, 'Nora', 'appeal');
  // Whoever decided first does not decide again.
  await mara.goto(consoleUrl(pathOf('appeal')));
  await expect(mara.getByRole('heading', { name: 'Moderazione' })).toBeVisible();
  await mara.keyboard.press('n');
  await expect(mara.getByText('Non resta nessun caso libero.')).toBeVisible();
  await nora.keyboard.press('n');
  await expect(nora.getByText('Decisa da Mara')).toBeVisible();
  await expect(nora.getByRole('article').getByText(plea)).toBeVisible();
  await nora.getByRole('textbox', { name: 'Risposta alla persona' }).fill('È vero: la luce inganna.');
  await expectAccessible(nora);
  await nora.getByRole('button', { name: 'Accogli' }).click();
  await expect(nora.getByText('Nessun caso in attesa')).toBeVisible();

  await expect(her.getByText(profile('verdicts.approved.appeal'))).toBeVisible();
  const man = await otherDevice(browser, await signUpBehindTheScenes('lunaria', '7', town));
  await man.goto(siteUrl('lunaria', `/user/${profileId}`));
  await expect(man.getByRole('main').locator('img').first()).not.toHaveJSProperty('naturalHeight', 0);
});

test('a suspended member is cut off in the middle of a chat, and reads why, until when and where to appeal', async ({
  browser,
}) => {
  const { member: woman, page: her } = await newWoman(browser);
  const man = await signUpBehindTheScenes('lunaria', '7', town);
  await setLevel(man, 2);
  const [herId, hisId] = [await showToOthers(woman), await showToOthers(man)];
  const his = await otherDevice(browser, man);
  await his.goto(siteUrl('lunaria', `/chats/${herId}`));
  const request = said('Mi presti duemila euro?');
  await send(his, request);
  await expect(bubble(his, request)).toBeVisible();

  await follow(her, `/chats/${hisId}`);
  await her.getByRole('button', { name: t('menu.open') }).click();
  await her.getByRole('menuitem', { name: t('menu.report') }).click();
  const report = her.getByRole('dialog', { name: t('report.title', {}, 'person') });
  await report.getByRole('radio', { name: t('reasons.money', {}, 'person') }).check();
  await report.getByRole('button', { name: t('report.submit', {}, 'person') }).click();
  await expect(her.getByText(t('report.thanks', {}, 'person'))).toBeVisible();

  const mara = await moderator(browser, 'Mara', 'report');
  await mara.keyboard.press('n');
  await expect(mara.getByRole('article').getByText(request)).toBeVisible();
  await mara.getByRole('button', { name: 'Provvedimento', exact: true }).click();
  const dialog = mara.getByRole('dialog', { name: /^Provvedimento per / });
  await dialog.getByLabel('Regola non rispettata').selectOption('scam');
  await dialog.getByLabel('Provvedimento', { exact: true }).selectOption('suspend');
  await dialog.getByLabel('Durata').selectOption('h168');
  await expectAccessible(mara);
  await expect(input(his)).toBeEditable();
  await dialog.getByRole('button', { name: 'Imponi il provvedimento' }).click();

  const told = his.getByRole('dialog', { name: words('lunaria', 'popups', 'accountSuspended.title') });
  await expect(told).toContainText(/Il tuo profilo è sospeso fino al \d/);
  await expect(told).toContainText(decisions('reasons.scam'));
  await expect(told).toContainText(decisions('suspended.mail'));
  await expect(input(his)).toBeHidden();
  await expectAccessible(his);
  await expect(mara.getByText('Nessun caso in attesa')).toBeVisible();

  await his.goto(siteUrl('lunaria', await linkInMail(man.email, 'sanction_imposed')));
  await expect(his.getByText(decisions('reasons.scam'))).toBeVisible();
  await his.getByRole('textbox', { name: decisions('appeal.label') }).fill('Era uno scherzo tra noi.');
  await his.getByRole('button', { name: decisions('appeal.send') }).click();
  await expect(his.getByText(/^Hai contestato la decisione il /)).toBeVisible();
  await expectAccessible(his);
});
