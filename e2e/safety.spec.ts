import { saveSafety } from '#contract/account/safety.ts';
import { askApi } from './ask-api.ts';
import { bubble, setLevel } from './chat-pages.ts';
import { expect, follow, phone, siteUrl, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { showToOthers, signUpBehindTheScenes } from './newcomers.ts';
import { write } from './talk.ts';
import { words } from './words.ts';

test.use({ viewport: phone, isMobile: true, hasTouch: true });

const town = { region: 'Molise', city: 'Isernia' };
const safety = (key: string) => words('lunaria', 'safety', key);
const chat = (key: string) => words('lunaria', 'chat', key);
const person = (key: string) => words('lunaria', 'person', key);

test('a member who may not write to a profile reads why; once all may, its owner is warned of a message about money, reports it, and finds the report', async ({
  page,
}) => {
  const [woman, man] = [
    await signUpBehindTheScenes('lunaria', '7', town, 'female'),
    await signUpBehindTheScenes('lunaria', '7', town),
  ];
  await setLevel(woman, 2);
  await setLevel(man, 2);
  const [womanId, manId] = [await showToOthers(woman), await showToOthers(man)];
  await askApi(saveSafety, { trackerId: woman.trackerId, messagesFrom: 'known' }, { token: woman.token });

  await signInAs(page, 'lunaria', man);
  await page.goto(siteUrl('lunaria', `/chats/${womanId}`));
  await expect(page.getByText(chat('closed.known').replace('{{name}}', '').trim())).toBeVisible();
  await expect(page.getByRole('textbox')).toBeHidden();

  await signInAs(page, 'lunaria', woman);
  await page.goto(siteUrl('lunaria', '/safety'));
  await expect(page.getByRole('radio', { name: safety('writing.known') })).toBeChecked();
  await page.getByRole('radio', { name: safety('writing.everybody') }).click();
  await expect(page.getByRole('radio', { name: safety('writing.everybody') })).toBeChecked();
  await expect(page.getByText(safety('writing.saved'))).toBeVisible();

  const text = 'Mi puoi mandare 200 euro con Postepay?';
  await write('lunaria', man, womanId, text);
  await follow(page, `/chats/${manId}`);
  await expect(bubble(page, text)).toBeVisible();
  const warning = page.getByRole('note', { name: chat('warning.label') });
  await expect(warning).toContainText(chat('warning.money'));
  await warning.getByRole('button', { name: chat('warning.report') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: person('reasons.money') }).check();
  await expect(dialog.getByLabel(person('report.withMessages'))).toBeChecked();
  const reported = page.waitForRequest((request) => request.url().endsWith('/reports'));
  await dialog.getByRole('button', { name: person('report.submit') }).click();
  expect((await reported).postDataJSON()).toMatchObject({
    reason: 'money',
    block: true,
    withMessages: true,
  });
  await expect(dialog.getByText(person('report.thanks'))).toBeVisible();
  await dialog.getByRole('button', { name: person('report.close') }).click();
  await expect(page).toHaveURL(siteUrl('lunaria', '/chats'));
  await follow(page, `/chats/${manId}`);
  await expect(page.getByText(chat('closed.blocked').split('{{name}}')[1]!.trim())).toBeVisible();

  await follow(page, '/safety');
  const reports = page.getByRole('region', { name: safety('reports.title') });
  await expect(reports).toContainText(safety('reports.reasons.money'));
  await expect(reports).toContainText(safety('reports.outcomes.open'));
});
