import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { bubble, otherDevice, said, send, setLevel } from './chat-pages.ts';
import { openConsole, useModeratedServer } from './console-pages.ts';
import { expect, expectAccessible, siteUrl, test } from './fixtures.ts';
import { signUpBehindTheScenes } from './newcomers.ts';
import { hire } from './staff.ts';
import { words } from './words.ts';

const { ownerToken } = useModeratedServer();

const profile = (key: string) => words('lunaria', 'profile', key);
/** Where few others live, so that whoever looks around there finds her at once. */
const town = { region: 'Molise', city: 'Isernia' };

/** A woman who has just signed up, at her own profile. */
async function newWoman(browser: Browser) {
  const member = await signUpBehindTheScenes('lunaria', '7', town, 'female');
  const page = await otherDevice(browser, member);
  await page.goto(siteUrl('lunaria', '/profile'));
  return { member, page };
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
  openConsole(browser, await hire(ownerToken(), 'moderator', name), 'moderation');

/** Approves the case that is open and those after it, each of which opens by itself, until none is left. */
async function approveAll(page: Page): Promise<void> {
  const empty = page.getByText('Nessun caso in attesa');
  const yours = page.getByText('Il caso è tuo');
  for (;;) {
    await expect(yours.or(empty)).toBeVisible();
    if (await empty.isVisible()) return;
    await expect(page.getByRole('button', { name: 'Approva' })).toBeEnabled();
    const address = page.url();
    await page.keyboard.press('a');
    await expect(page).not.toHaveURL(address);
  }
}

test('a newcomer is approved with her photo, a man finds her, and she gets his like and his message', async ({
  browser,
}) => {
  const { page: her } = await newWoman(browser);
  await her.getByRole('textbox', { name: profile('about.name'), exact: true }).fill('Serafina');
  await her.getByRole('button', { name: profile('about.save'), exact: true }).click();
  await addPhoto(her);
  const man = await signUpBehindTheScenes('lunaria', '7', town);
  await setLevel(man, 2);
  const his = await otherDevice(browser, man);
  const mara = await moderator(browser, 'Mara');
  await expect(mara.getByText('Serafina').first()).toBeVisible();
  await expectAccessible(mara);
  await mara.keyboard.press('n');
  await expect(mara.getByText('Il caso è tuo')).toBeVisible();
  await expectAccessible(mara);
  await approveAll(mara);
  await expect(her.getByText(profile('verdicts.approved.photo'))).toBeVisible({ timeout: 60_000 });

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
  await her.getByRole('link').filter({ hasText: hello }).click();
  await expect(bubble(her, hello)).toBeVisible();
});
