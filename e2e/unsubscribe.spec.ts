import { requestUnsubscribeLink } from '#contract/notification/mail-removal.ts';
import { askApi } from './ask-api.ts';
import { expect, expectAccessible, follow, phone, siteUrl, test } from './fixtures.ts';
import { freshMember } from './fresh-member.ts';
import { linkInMail } from './outbox.ts';
import { declineCookies } from './people.ts';
import { words } from './words.ts';

test.use({ viewport: phone });

const brand = 'verbena';
const said = (key: string) => words(brand, 'account', `unsubscribe.${key}`);
const kinds = (key: string) => words(brand, 'notificationKinds', key);
const settings = (key: string) => words(brand, 'profile', `notifications.${key}`);

test('a reader without a valid link is mailed one; it ends some mails, and the settings show it and take it back', async ({
  page,
}) => {
  await page.goto(siteUrl(brand, '/unsubscribe'));
  await declineCookies(page, brand);
  await expect(page.getByText(said('noLinkText'))).toBeVisible();
  await page.getByLabel(words(brand, 'shell', 'entry.email')).fill('nobody@test.example');
  await page.getByRole('button', { name: said('send') }).click();
  await expect(page.getByText(said('sentText').replace('{{email}}', 'nobody@test.example'))).toBeVisible();
  await follow(page, '/unsubscribe?token=none');
  await expect(page.getByText(said('expiredText'))).toBeVisible();

  const { email } = await freshMember(page, brand);
  await askApi(requestUnsubscribeLink, { email }, { brand });
  await page.goto(siteUrl(brand, await linkInMail(email, 'unsubscribe_link')));
  const gifts = page.getByRole('checkbox', { name: kinds('gift.name') });
  await gifts.check();
  await page.getByRole('checkbox', { name: kinds('visit.name') }).check();
  await page.getByRole('button', { name: said('submit') }).click();
  await expect(page.getByText(said('doneText'))).toBeVisible();
  await expect(page).toHaveURL(siteUrl(brand, '/find'));

  await follow(page, '/unsubscribe');
  await expect(page.getByRole('checkbox', { name: kinds('message.name') })).toBeVisible();
  await expect(gifts).toHaveCount(0);

  await follow(page, '/profile#notifications');
  const panel = page.getByRole('dialog', { name: settings('title') });
  const mails = panel.getByRole('switch', { name: kinds('gift.mail') });
  await expect(mails).not.toBeChecked();
  await mails.click();
  await expect(mails).toBeChecked();
  await expect(page.getByText(settings('saved'))).toBeVisible();
  await panel.getByRole('combobox', { name: kinds('message.name') }).selectOption('never');
  await expect(panel.getByRole('switch', { name: kinds('message.mail') })).toBeDisabled();
  await panel.getByRole('switch', { name: settings('quiet') }).click();
  await expect(panel.getByRole('combobox', { name: settings('quietFrom') })).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(mails).toBeChecked();
  await expect(panel.getByRole('combobox', { name: kinds('message.name') })).toHaveValue('never');
  await expect(panel.getByRole('switch', { name: settings('quiet') })).not.toBeChecked();
});
