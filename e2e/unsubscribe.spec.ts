import { expect, expectAccessible, phone, siteUrl, test } from './fixtures.ts';
import { freshMember } from './fresh-member.ts';
import { declineCookies } from './people.ts';
import { words } from './words.ts';

test.use({ viewport: phone });

const brand = 'verbena';
const said = (key: string) => words(brand, 'account', `unsubscribe.${key}`);

test('a member leaves the newsletter; a link that is none says so, and without one it is said where to find it', async ({
  page,
}) => {
  await page.goto(siteUrl(brand, '/unsubscribe'));
  await declineCookies(page, brand);
  await expect(page.getByText(said('noLinkText'))).toBeVisible();
  await page.goto(siteUrl(brand, '/unsubscribe?token=none'));
  await page.getByRole('button', { name: said('submit') }).click();
  await expect(page.getByText(said('expiredText'))).toBeVisible();
  await expectAccessible(page);

  await freshMember(page, brand);
  await page.goto(siteUrl(brand, '/unsubscribe'));
  await expect(page.getByText(said('text'))).toBeVisible();
  await page.getByRole('button', { name: said('submit') }).click();
  await expect(page.getByText(said('doneText'))).toBeVisible();
  // A moment later he is home again.
  await expect(page).toHaveURL(siteUrl(brand, '/find'));
});
