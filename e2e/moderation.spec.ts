import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { UNDO_SECONDS } from '../contract/kernel/constants.ts';
import { bubble, otherDevice, said, send, setLevel } from './chat-pages.ts';
import { openConsole, useModeratedServer } from './console-pages.ts';
import { inDatabase } from './database.ts';
import { expect, expectAccessible, siteUrl, test } from './fixtures.ts';
import { showToOthers, signUpBehindTheScenes } from './newcomers.ts';
import { hire } from './staff.ts';
import { words } from './words.ts';

useModeratedServer();

const profile = (key: string) => words('lunaria', 'profile', key);
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

const moderator = async (browser: Browser, name: string) =>
  openConsole(browser, await hire('moderator', name), 'moderation');

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
  await mara.keyboard.press('a');
  await expect(mara.getByText('Nessun caso in attesa')).toBeVisible();
  await expect(her.getByText(profile('verdicts.approved.photo'))).toBeVisible(heldBack);

  await his.goto(siteUrl('lunaria', '/find'));
  const found = his.getByRole('list', { name: words('lunaria', 'find', 'results') });
  await found.getByRole('link').filter({ hasText: 'Serafina' }).click();
  await expect(his).toHaveURL(/\/user\//);
  const give = words('lunaria', 'people', 'like.give').replace('{{name}}', 'Serafina');
  await his.getByRole('button', { name: give }).click();
  await expect(her.getByText(words('lunaria', 'people', 'news.like'))).toBeVisible();
  await his.goto(his.url().replace('/user/', '/chats/'));
  const hello = said('Ciao Serafina, anche tu ami il Molise?');
  await send(his, hello);
  await her.goto(siteUrl('lunaria', '/chats'));
  await her.getByRole('link', { name: /Ciao Serafina/ }).click();
  await expect(bubble(her, hello)).toBeVisible();
});
