import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, expectAccessible, phone, test } from './fixtures.ts';
import { freshMember } from './fresh-member.ts';
import { brand, button, field, openProfile, t } from './profile-pages.ts';
import { errorWords } from './words.ts';

/** Long stories, each with an account of its own. */
test.describe.configure({ timeout: 120_000 });

const TOWN = 'Zaragoza';

/** A landscape with something in it, larger than a photo may be. */
async function drawPicture(type: 'png' | 'webp'): Promise<Buffer> {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="#a34"/><circle cx="800" cy="600" r="300" fill="#fd8"/></svg>';
  return sharp(Buffer.from(drawing)).toFormat(type).toBuffer();
}

const photoInput = (page: Page) => page.locator('[data-photo-input]');

async function cropAndSend(page: Page) {
  await photoInput(page).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await drawPicture('png'),
  });
  const crop = page.getByRole('dialog', { name: t('crop.title') });
  const area = crop.getByLabel(t('crop.area'));
  await expect(area).toBeVisible();
  await area.focus();
  await page.keyboard.press('ArrowLeft');
  await button(page, 'crop.turn').click();
  await crop.getByRole('slider').press('ArrowRight');
  await button(page, 'crop.use').click();
  await expect(crop).toBeHidden();
}

/** Lets go of a picture over the photos, as with a mouse, and takes it as it is. */
async function dropPicture(page: Page, type: 'png' | 'webp') {
  const picture = (await drawPicture(type)).toString('base64');
  const dataTransfer = await page.evaluateHandle(
    ([base64, ending]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], `me.${ending}`, { type: `image/${ending}` }));
      return transfer;
    },
    [picture, type] as const,
  );
  await page.getByRole('region', { name: t('photos.title') }).dispatchEvent('drop', { dataTransfer });
  await page
    .getByRole('dialog', { name: t('crop.title') })
    .getByRole('button', { name: t('crop.use') })
    .click();
}

test.describe('on a phone', () => {
  test.use({ viewport: phone, isMobile: true, hasTouch: true });

  test('what a member writes about themselves is kept, and a photo is cropped, sent, sent again, arranged and removed', async ({
    page,
  }) => {
    await freshMember(page, brand);
    await openProfile(page);
    await expect(field(page, 'about.name')).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(phone.width);
    await field(page, 'about.name').fill('  ');
    await field(page, 'about.description').click();
    await field(page, 'about.description').fill('Cammino molto, ascolto volentieri.');
    await button(page, 'about.save').click();
    await expect(page.getByText(errorWords(brand, 'field.name'))).toBeVisible();
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
    await town.fill(TOWN.slice(0, 4));
    await page.getByRole('option', { name: TOWN }).first().click();
    await page.keyboard.press('Control+s');
    await expect(page.getByText(t('saved.title'))).toBeVisible();
    // The demo says that it approves without a review.
    await expect(page.getByText(t('status.visible'))).toBeVisible();
    await expect(page.getByText(t('status.automatic'))).toBeVisible();

    await button(page, 'complete.steps.photo').click();
    await expect(button(page, 'photos.addFirst')).toBeFocused();
    await photoInput(page).setInputFiles({
      name: 'letter.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    });
    await expect(page.getByText(errorWords(brand, 'photo.not_image'))).toBeVisible();

    // One that did not get through is sent again without being picked again.
    const error = { code: 'request.too_many', message: '', retryAfter: 1 };
    await page.route('**/upload/*', (route) => route.fulfill({ status: 429, json: { error } }));
    await cropAndSend(page);
    await expect(page.getByText(t('photos.failed'))).toBeVisible();
    await page.unroute('**/upload/*');
    await button(page, 'photos.again').click();
    const first = page.getByRole('button', { name: t('photos.first') });
    await expect(first).toContainText(t('photos.approved'));
    await page.reload();
    await expect(first.getByRole('img')).toHaveJSProperty('naturalHeight', 1000);
    await expect(field(page, 'about.name')).toHaveValue('Ariel');
    await expect(field(page, 'about.description')).toHaveValue('Cammino molto, ascolto volentieri.');
    await expect(town).toHaveValue(TOWN);
    await expect(button(page, 'about.save')).toBeHidden();
    await expectAccessible(page);

    // One that is dropped is taken like a chosen one, and stands last; then it is moved with the keyboard, with the
    // mouse, and to the front.
    const oldest = await first.getByRole('img').getAttribute('src');
    await dropPicture(page, 'webp');
    const second = page.getByRole('button', { name: t('photos.one').replace('{{number}}', '2') });
    await expect(second).toBeVisible();
    await expect(first.getByRole('img')).toHaveAttribute('src', oldest!);
    await second.click();
    await expectAccessible(page);
    await button(page, 'photos.earlier').press('Enter');
    await expect(page.getByRole('status').getByText(t('photos.madeFirst'))).toBeVisible();
    await expect(button(page, 'photos.earlier')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(second.getByRole('img')).toHaveAttribute('src', oldest!);
    await expect(first).toContainText(t('photos.approved'));
    await second.dragTo(first);
    await expect(first.getByRole('img')).toHaveAttribute('src', oldest!);
    await second.click();
    await button(page, 'photos.makeFirst').click();
    await expect(page.getByText(t('photos.madeFirst')).first()).toBeVisible();
    await expect(second.getByRole('img')).toHaveAttribute('src', oldest!);
    await first.click();
    await button(page, 'photos.remove').click();
    await button(page, 'photos.removeNow').click();
    await expect(second).toBeHidden();
    await expect(first).toBeVisible();
  });
});
