import type { Page } from '@playwright/test';
import { expect, expectAccessible, siteUrl, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { newAddress, showToOthers, signUpBehindTheScenes } from './newcomers.ts';
import { declineCookies } from './people.ts';
import { signUpCard, storedToken, useNewDevice } from './sign-up-pages.ts';
import { words } from './words.ts';

const brand = 'lunaria';
const t = (key: string) => words(brand, 'introduction', key);
const SUNDAY = 'Mercato presto, e poi chi guida fino al lago?';

const at = (page: Page, step: string) => expect(page).toHaveURL(siteUrl(brand, `/introduction/${step}`));
const goOn = (page: Page) => page.getByRole('button', { name: t('continue'), exact: true }).click();
const skip = (page: Page) => page.getByRole('button', { name: t('skip'), exact: true }).click();

test('a newcomer introduces themselves, goes on at another device, and is read by others', async ({
  page,
  browser,
}) => {
  await useNewDevice(page);
  await page.goto(siteUrl(brand, '/'));
  await declineCookies(page, brand);
  await signUpCard(page, brand).signUp(newAddress(brand));

  await test.step('one question a screen; each can be skipped, and both ways back lead to it', async () => {
    await at(page, 'screenName');
    await expectAccessible(page);
    await goOn(page);
    await at(page, 'photo');
    await skip(page);
    await at(page, 'intention');
    await page.goBack();
    await at(page, 'photo');
    await page.goForward();
    await page.getByRole('radio', { name: words(brand, 'details', 'intention.options.serious') }).check();
    await goOn(page);
    await at(page, 'prompts');
    await page.getByRole('button', { name: t('back') }).click();
    await at(page, 'intention');
    await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(
      words(brand, 'details', 'intention.options.serious'),
    );
    await goOn(page);
  });

  await test.step('an answer is shown as others will read it', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      words(brand, 'prompts', 'prompts.sunday.question'),
    );
    await page.getByLabel(t('prompts.label')).fill(SUNDAY);
    await expect(page.getByRole('paragraph').filter({ hasText: SUNDAY })).toBeVisible();
    await expectAccessible(page);
    await goOn(page);
    await at(page, 'prompts-2');
  });

  const token = (await storedToken(page)) ?? '';
  const trackerId = (await page.evaluate(() => localStorage.getItem('trackerId'))) ?? '';
  const elsewhere = await (await browser.newContext()).newPage();
  await test.step('another device asks what is still open, and takes faith with a consent alone', async () => {
    await signInAs(elsewhere, brand, { token, trackerId });
    await elsewhere.goto(siteUrl(brand, '/introduction'));
    await at(elsewhere, 'prompts-2');
    await skip(elsewhere);
    await at(elsewhere, 'interests');
    await elsewhere.getByLabel(words(brand, 'interests', 'names.books'), { exact: true }).check();
    await goOn(elsewhere);
    await at(elsewhere, 'height');
    await elsewhere.goto(siteUrl(brand, '/introduction/religion'));
    await elsewhere
      .getByRole('radio', { name: words(brand, 'details', 'religion.options.buddhist') })
      .check();
    await goOn(elsewhere);
    await expect(elsewhere.getByRole('checkbox')).toHaveAttribute('aria-invalid', 'true');
    await elsewhere.getByRole('checkbox').check();
    await goOn(elsewhere);
    await at(elsewhere, 'place');
    await goOn(elsewhere);
    await expect(elsewhere).toHaveURL(siteUrl(brand, '/find'));
  });

  await test.step('others read it, and like the answer with words', async () => {
    const id = await showToOthers({ trackerId });
    const anna = await signUpBehindTheScenes(brand, '7', { region: 'Umbria', city: 'Perugia' }, 'female');
    await showToOthers(anna);
    await signInAs(elsewhere, brand, anna);
    await elsewhere.goto(siteUrl(brand, `/user/${id}`));
    const title = words(brand, 'prompts', 'prompts.sunday.title');
    await expect(elsewhere.getByText(SUNDAY)).toBeVisible();
    await expect(
      elsewhere.getByText(words(brand, 'interests', 'names.books'), { exact: true }),
    ).toBeVisible();
    const heart = words(brand, 'person', 'likeThing.prompt').replace('{{name}}', title);
    await elsewhere.getByRole('button', { name: heart }).click();
    const sheet = elsewhere.getByRole('dialog');
    await sheet.getByRole('textbox').fill('Guido io, tu porti il caffè?');
    await expectAccessible(elsewhere);
    await sheet.getByRole('button', { name: words(brand, 'person', 'likeThing.send') }).click();
    await expect(sheet).toBeHidden();
    await elsewhere.goto(siteUrl(brand, `/chats/${id}`));
    await expect(elsewhere.getByText('Guido io, tu porti il caffè?').first()).toBeVisible();
  });
});
