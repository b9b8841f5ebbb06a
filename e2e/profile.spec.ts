import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { ErrorCode } from '../contract/kernel/errors.ts';
import { listOwnSessions } from '../contract/account/own-account.ts';
import { authenticate } from '../contract/account/sign-in.ts';
import { askApi } from './ask-api.ts';
import { brands, desktop, expect, expectAccessible, onlyIn, phone, siteUrl, test } from './fixtures.ts';
import { giveAuthenticator } from './authenticator.ts';
import type { BrandKey } from './fixtures.ts';
import { freshMember } from './fresh-member.ts';
import { mintLink, newAddress } from './newcomers.ts';
import { linkInMail } from './outbox.ts';
import { fillSignIn } from './people.ts';
import { words, wordsIn } from './words.ts';

/** Long stories, each with an account of its own. */
test.describe.configure({ timeout: 120_000 });

const towns = { lunaria: 'Bologna', verbena: 'Zaragoza' } as const;

/** A landscape with something in it, larger than a photo may be. */
async function drawPicture(): Promise<Buffer> {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="#a34"/><circle cx="800" cy="600" r="300" fill="#fd8"/></svg>';
  return sharp(Buffer.from(drawing)).png().toBuffer();
}

function failureWords(brand: BrandKey, code: ErrorCode): string {
  const file = join(import.meta.dirname, `../contract/locales/${brands[brand].language}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<ErrorCode, string>)[code];
}

for (const brand of Object.keys(brands) as BrandKey[]) {
  const t = (key: string) => words(brand, 'profile', key);
  const heading = words(brand, 'shell', 'titles.profile');
  const field = (page: Page, key: string) => page.getByRole('textbox', { name: t(key), exact: true });
  const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true });
  const photoInput = (page: Page) => page.locator('[data-photo-input]');

  async function openProfile(page: Page, hash = '') {
    await page.goto(siteUrl(brand, `/profile${hash}`));
    await expect(page.locator('h1', { hasText: heading })).toBeAttached();
  }

  /** Opens a row's panel and returns it. */
  async function openRow(page: Page, row: string, title: string) {
    await page.getByRole('button', { name: t(row) }).click();
    const panel = page.getByRole('dialog', { name: t(title) });
    await expect(panel).toBeVisible();
    await expectAccessible(page);
    return panel;
  }

  /** Waits, because a session leaves the list before the server has ended it. */
  async function expectDead(token: string, trackerId: string) {
    await expect(async () => {
      await expect(askApi(listOwnSessions, { trackerId }, { brand, token })).rejects.toThrow('401');
    }).toPass();
  }

  async function cropAndSend(page: Page) {
    await photoInput(page).setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await drawPicture(),
    });
    const crop = page.getByRole('dialog', { name: t('crop.title') });
    const area = crop.getByLabel(t('crop.area'));
    await expect(area).toBeVisible();
    await area.focus();
    await page.keyboard.press('ArrowLeft');
    await crop.getByRole('slider').press('ArrowRight');
    await button(page, 'crop.use').click();
    await expect(crop).toBeHidden();
  }

  /** What is the same in every brand. */
  const once = onlyIn('verbena', brand);

  test.describe(brand, () => {
    test.use({ viewport: phone, isMobile: true, hasTouch: true });

    once('what a member writes about himself is kept, before and after it is saved', async ({ page }) => {
      await freshMember(page, brand);
      await openProfile(page);
      await expect(field(page, 'about.name')).toBeVisible();
      await expectAccessible(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(phone.width);
      await field(page, 'about.name').fill('  ');
      await field(page, 'about.description').click();
      await field(page, 'about.description').fill('Cammino molto, ascolto volentieri.');
      await button(page, 'about.save').click();
      await expect(page.getByText(failureWords(brand, 'field.name'))).toBeVisible();
      await expect(field(page, 'about.name')).toBeFocused();
      await field(page, 'about.name').fill('Ariel');

      const asked: string[] = [];
      page.once('dialog', (dialog) => {
        asked.push(dialog.type());
        void dialog.accept();
      });
      await page.reload();
      expect(asked).toEqual(['beforeunload']);
      await expect(field(page, 'about.description')).toHaveValue('Cammino molto, ascolto volentieri.');

      const town = page.getByRole('combobox', { name: t('about.place') });
      await town.fill(towns[brand].slice(0, 4));
      await page.getByRole('option', { name: towns[brand] }).first().click();
      await page.keyboard.press('Control+s');
      await expect(page.getByText(t('saved.title'))).toBeVisible();
      // The demo says that nobody looks at what it approves.
      await expect(page.getByText(t('status.visible'))).toBeVisible();
      await expect(page.getByText(t('status.automatic'))).toBeVisible();
      await page.reload();
      await expect(field(page, 'about.name')).toHaveValue('Ariel');
      await expect(field(page, 'about.description')).toHaveValue('Cammino molto, ascolto volentieri.');
      await expect(town).toHaveValue(towns[brand]);
      await expect(button(page, 'about.save')).toBeHidden();
    });

    once('a photo is cropped, sent, checked, and can be arranged and removed', async ({ page }) => {
      await freshMember(page, brand);
      await openProfile(page);
      await button(page, 'complete.steps.photo').click();
      await expect(button(page, 'photos.addFirst')).toBeFocused();
      await photoInput(page).setInputFiles({
        name: 'letter.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('no picture'),
      });
      await expect(page.getByText(failureWords(brand, 'photo.not_image'))).toBeVisible();
      await photoInput(page).setInputFiles({
        name: 'huge.png',
        mimeType: 'image/png',
        buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
      });
      await expect(page.getByText(failureWords(brand, 'photo.too_large'))).toBeVisible();

      await cropAndSend(page);
      const first = page.getByRole('button', { name: t('photos.first') });
      await expect(first).toContainText(t('photos.approved'));
      await page.reload();
      await expect(first.getByRole('img')).toHaveJSProperty('naturalHeight', 1000);
      await expectAccessible(page);

      await cropAndSend(page);
      const second = page.getByRole('button', { name: t('photos.one').replace('{{number}}', '2') });
      await second.click();
      await expectAccessible(page);
      await button(page, 'photos.makeFirst').click();
      await expect(page.getByText(t('photos.madeFirst'))).toBeVisible();
      await first.click();
      await button(page, 'photos.remove').click();
      await button(page, 'photos.removeNow').click();
      await expect(second).toBeHidden();
      await expect(first).toBeVisible();
    });

    once('a photo that did not get through is sent again without being picked again', async ({ page }) => {
      await freshMember(page, brand);
      await openProfile(page);
      const error = { code: 'request.too_many', message: '', retryAfter: 1 };
      await page.route('**/upload/*', (route) => route.fulfill({ status: 429, json: { error } }));
      await cropAndSend(page);
      await expect(page.getByText(t('photos.failed'))).toBeVisible();
      await page.unroute('**/upload/*');
      await button(page, 'photos.again').click();
      await expect(page.getByRole('button', { name: t('photos.first') })).toBeVisible();
    });

    once(
      'a new password signs out the other devices, and each can be signed out by itself',
      async ({ page }) => {
        const { email, password, token, trackerId } = await freshMember(page, brand);
        const other = await askApi(authenticate, { email, password }, { brand });
        await openProfile(page);
        const panel = await openRow(page, 'rows.sessions', 'sessions.title');
        await expect(panel.getByRole('listitem')).toHaveCount(2);
        await expect(panel.getByText(t('sessions.here'))).toHaveCount(1);
        await panel.getByRole('listitem').getByRole('button').click();
        await expect(panel.getByRole('listitem')).toHaveCount(1);
        await expectDead(other.token, trackerId);
        await page.goBack();
        await expect(panel).toBeHidden();
        await expect(page).toHaveURL(siteUrl(brand, '/profile'));

        const change = await openRow(page, 'rows.password', 'password.title');
        await change.getByLabel(t('password.new'), { exact: true }).fill('una frase tutta nuova');
        await button(page, 'password.submit').click();
        await expect(page.getByText(t('password.changed'))).toBeVisible();
        await expectDead(token, trackerId);
        await page.reload();
        await expect(page.getByText(email).first()).toBeVisible();
        await askApi(authenticate, { email, password: 'una frase tutta nuova' }, { brand });
      },
    );

    once('the address changes when the mail sent to it is answered', async ({ page }) => {
      const { email, password } = await freshMember(page, brand);
      await openProfile(page);
      await openRow(page, 'rows.email', 'email.title');
      await field(page, 'email.new').fill(email);
      await button(page, 'email.submit').click();
      await expect(page.getByText(failureWords(brand, 'email.same'))).toBeVisible();
      const second = newAddress(brand);
      await field(page, 'email.new').fill(second);
      await button(page, 'email.submit').click();
      await expect(page.getByText(t('email.waiting').replace('{{email}}', second))).toBeVisible();
      await page.goto(siteUrl(brand, await linkInMail(second, 'confirm_email')));
      await expect(page).toHaveURL(/\/(match|find)$/);

      await openProfile(page, '#email');
      const third = newAddress(brand);
      await field(page, 'email.new').fill(third);
      await button(page, 'email.submit').click();
      // The link has opened this session, which is not enough to give the account another address.
      await expect(page.getByText(failureWords(brand, 'password.needed'))).toBeVisible();
      await page.getByLabel(t('password.current'), { exact: true }).fill(password);
      await button(page, 'email.submit').click();
      await expect(page.getByText(t('email.waiting').replace('{{email}}', third))).toBeVisible();
      await expectAccessible(page);
      await page.goto(siteUrl(brand, await linkInMail(third, 'confirm_new_email')));
      await expect(page).toHaveURL(/\/(match|find)$/);
      await openProfile(page);
      await expect(field(page, 'about.email')).toHaveValue(third);
    });

    once('language, notifications and hiding are kept with the account', async ({ page }) => {
      await freshMember(page, brand);
      await openProfile(page);
      const panel = await openRow(page, 'rows.notifications', 'notifications.title');
      const likes = panel.getByRole('switch', { name: t('notifications.likes') });
      const wanted = !(await likes.isChecked());
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
      await likes.setChecked(wanted);
      await saved;
      await page.reload();
      await expect(likes).toBeChecked({ checked: wanted });
      await page.keyboard.press('Escape');
      await page.getByRole('switch', { name: t('rows.hide') }).click();
      await expect(page.getByText(t('status.hidden'))).toBeVisible();

      await openRow(page, 'rows.language', 'language.title');
      await page.getByRole('radio', { name: 'English' }).check();
      await button(page, 'language.save').click();
      await expect(
        page.getByRole('heading', { name: wordsIn('en', 'profile', 'about.title') }),
      ).toBeVisible();
      await page.reload();
      await expect(page.getByText(wordsIn('en', 'profile', 'status.hidden'))).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    });

    once('a copy of all data is made and downloaded', async ({ page }) => {
      await freshMember(page, brand);
      await openProfile(page);
      const panel = await openRow(page, 'rows.data', 'data.title');
      await button(page, 'data.request').click();
      const load = panel.getByRole('button', { name: t('data.download') });
      await expect(load).toBeVisible({ timeout: 30_000 });
      const started = page.waitForEvent('download');
      await load.click();
      const file = await started;
      expect(file.suggestedFilename()).toMatch(/^\w+-\d{4}-\d\d-\d\d\.zip$/);
      expect(
        readFileSync(await file.path())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK');
    });

    once('who deletes his account is told what happens, and may come back', async ({ page }) => {
      const { email, password } = await freshMember(page, brand);
      await openProfile(page);
      await openRow(page, 'rows.close', 'close.title');
      await button(page, 'close.goOn').click();
      await button(page, 'close.submit').click();
      await expect(page.getByRole('dialog', { name: t('close.doneTitle') })).toBeVisible();
      await expect(page).toHaveURL(siteUrl(brand, '/'));
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

      await page.goto(siteUrl(brand, '/login'));
      await fillSignIn(page, brand, email, password);
      await expect(page).not.toHaveURL(/\/login/);
      await openProfile(page);
      await page.getByRole('button', { name: words(brand, 'popups', 'closing.leave') }).click();
      await expect(page.getByText(t('closing.text'))).toBeVisible();
      await expectAccessible(page);
      await button(page, 'closing.keep').click();
      await expect(page.getByText(t('closing.kept'))).toBeVisible();
      await expect(page.getByText(t('closing.text'))).toBeHidden();
    });
  });
}

test('somebody who came by a link is asked for the password before it can be changed', async ({ page }) => {
  const brand = 'lunaria';
  const t = (key: string) => words(brand, 'profile', key);
  const { email, password } = await freshMember(page, brand);
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto(siteUrl(brand, await mintLink(brand, 'autologin', { email, red: '/profile' })));
  await expect(page).toHaveURL(siteUrl(brand, '/profile'));
  await page.getByRole('button', { name: t('rows.password') }).click();
  const panel = page.getByRole('dialog', { name: t('password.title') });
  const submit = panel.getByRole('button', { name: t('password.submit') });
  await panel.getByLabel(t('password.new'), { exact: true }).fill('un pensiero lungo');
  await submit.click();
  await expect(panel.getByText(failureWords(brand, 'password.needed'))).toBeVisible();
  await panel.getByLabel(t('password.current'), { exact: true }).fill('wrong');
  await submit.click();
  await expect(panel.getByText(failureWords(brand, 'password.wrong'))).toBeVisible();
  await panel.getByLabel(t('password.current'), { exact: true }).fill(password);
  await submit.click();
  await expect(page.getByText(t('password.changed'))).toBeVisible();
});

test('a passkey is added and removed', async ({ page }) => {
  const t = (key: string) => words('lunaria', 'profile', key);
  await giveAuthenticator(page);
  await freshMember(page, 'lunaria');
  await page.goto(siteUrl('lunaria', '/profile#passkeys'));
  const panel = page.getByRole('dialog', { name: t('passkeys.title') });
  await expect(panel.getByText(t('passkeys.none'))).toBeVisible();
  await panel.getByRole('button', { name: t('passkeys.add') }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await panel.getByRole('listitem').getByRole('button').click();
  await panel.getByRole('button', { name: t('passkeys.sure') }).click();
  await expect(panel.getByText(t('passkeys.none'))).toBeVisible();
});

test.describe('on a desk', () => {
  test.use({ viewport: desktop });

  test('a picture dropped on the photos is taken like a chosen one', async ({ page }) => {
    const t = (key: string) => words('verbena', 'profile', key);
    await freshMember(page, 'verbena');
    await page.goto(siteUrl('verbena', '/profile'));
    const zone = page.getByRole('region', { name: t('photos.title') });
    await expect(zone).toBeVisible();
    const picture = (await drawPicture()).toString('base64');
    const data = await page.evaluateHandle((base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'me.png', { type: 'image/png' }));
      return transfer;
    }, picture);
    await zone.dispatchEvent('drop', { dataTransfer: data });
    await page
      .getByRole('dialog', { name: t('crop.title') })
      .getByRole('button', { name: t('crop.use') })
      .click();
    await expect(page.getByRole('button', { name: t('photos.first') })).toContainText(t('photos.approved'));
    await expectAccessible(page);
  });
});
