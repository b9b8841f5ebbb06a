import { saveSafety } from '../contract/account/safety.ts';
import { askApi } from './ask-api.ts';
import { bubble, otherDevice, setLevel } from './chat-pages.ts';
import { expect, expectAccessible, follow, siteUrl, test } from './fixtures.ts';
import { showToOthers, signUpBehindTheScenes } from './newcomers.ts';
import { write } from './talk.ts';
import { words } from './words.ts';

const town = { region: 'Molise', city: 'Isernia' };
const safety = (key: string) => words('lunaria', 'safety', key);
const chat = (key: string) => words('lunaria', 'chat', key);

test('she chooses who may write, is warned of a message about money, reports it, and finds the report', async ({
  browser,
}) => {
  const [woman, man] = [
    await signUpBehindTheScenes('lunaria', '7', town, 'female'),
    await signUpBehindTheScenes('lunaria', '7', town),
  ];
  await setLevel(woman, 2);
  await setLevel(man, 2);
  const [herId, hisId] = [await showToOthers(woman), await showToOthers(man)];

  const her = await otherDevice(browser, woman);
  await her.goto(siteUrl('lunaria', '/safety'));
  await expect(her.getByRole('heading', { name: safety('writing.title') })).toBeVisible();
  await expectAccessible(her);
  await her.getByRole('radio', { name: safety('writing.known') }).check();
  await expect(her.getByText(safety('writing.saved'))).toBeVisible();

  const his = await otherDevice(browser, man);
  await his.goto(siteUrl('lunaria', `/chats/${herId}`));
  const known = chat('closed.known').replace('{{name}}', '').trim();
  await expect(his.getByText(known)).toBeVisible();
  await expect(his.getByRole('textbox')).toBeHidden();

  await askApi(saveSafety, { trackerId: woman.trackerId, messagesFrom: 'everybody' }, { token: woman.token });
  const text = 'Mi puoi mandare 200 euro con Postepay?';
  await write('lunaria', man, herId, text);
  await follow(her, `/chats/${hisId}`);
  await expect(bubble(her, text)).toBeVisible();
  const warning = her.getByRole('note', { name: chat('warning.label') });
  await expect(warning).toContainText(chat('warning.money'));
  await warning.getByRole('button', { name: chat('warning.report') }).click();
  const dialog = her.getByRole('dialog');
  await dialog.getByRole('radio', { name: words('lunaria', 'person', 'reasons.money') }).check();
  await dialog.getByRole('button', { name: words('lunaria', 'person', 'report.submit') }).click();
  await expect(dialog.getByText(words('lunaria', 'person', 'report.thanks'))).toBeVisible();

  await follow(her, '/safety');
  const reports = her.getByRole('region', { name: safety('reports.title') });
  await expect(reports).toContainText(safety('reports.reasons.money'));
  await expect(reports).toContainText(safety('reports.outcomes.open'));
});
