import { defaultNotificationSettings } from '#contract/notification/settings.ts';
import { expect, test } from '#testing/harness.ts';
import { readNotificationSettings, saveNotificationSettings } from './settings.ts';

test('who never chose has what the database says of such people', async ({ app, world }) => {
  const marco = await world.member();
  expect(await readNotificationSettings(marco)).toEqual(defaultNotificationSettings);
  await app.db
    .insertInto('notification_settings')
    .values({ brand_id: marco.brandId, account_id: marco.accountId })
    .execute();
  expect(await readNotificationSettings(marco)).toEqual(defaultNotificationSettings);
});

test('what is named changes, and the rest stays', async ({ world }) => {
  const [marco, paolo] = [await world.member(), await world.member()];
  const { settings } = await saveNotificationSettings(marco, {
    pace: { message: 'daily' },
    mail: { gift: false },
  });
  expect(settings).toEqual({
    ...defaultNotificationSettings,
    pace: { ...defaultNotificationSettings.pace, message: 'daily' },
    mail: { ...defaultNotificationSettings.mail, gift: false },
  });
  await saveNotificationSettings(marco, { quiet: { from: 0, to: 0 }, pace: { like: 'never' } });
  expect(await readNotificationSettings(marco)).toEqual({
    pace: { message: 'daily', like: 'never', visit: 'daily' },
    mail: { message: true, like: true, visit: true, gift: false },
    quiet: { from: 0, to: 0 },
  });
  expect(await readNotificationSettings(paolo)).toEqual(defaultNotificationSettings);
});
