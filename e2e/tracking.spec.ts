import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Pixel } from '#contract/insight/pixels.ts';
import { EVENTS_SENT_AFTER_MS } from '#contract/kernel/constants.ts';
import { sendRequest } from '#testing/http-request.ts';
import { inDatabase } from './database.ts';
import { brands, desktop, expect, follow, siteUrl, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { newAddress } from './newcomers.ts';
import { buyButton, cards, holdBack, openPaymentAgain, payByCard } from './pay-pages.ts';
import { leaveQuestions, signUpCard, storedToken, useNewDevice } from './sign-up-pages.ts';
import { words } from './words.ts';

test.use({ viewport: desktop });
test.beforeEach(async ({ page }) => useNewDevice(page));

const brand = 'verbena';
const t = (file: string, key: string) => words(brand, file, key);

/** The names of the events that a page has sent. */
function listenForEvents(page: Page): string[] {
  const reported: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/log/events')) return;
    const { events } = request.postDataJSON() as { events: { type: string }[] };
    reported.push(...events.map(({ type }) => type));
  });
  return reported;
}

const network = 'https://pixel.network.example';
const pixel: Pixel = {
  kind: 'image',
  category: 'advertising',
  events: {
    lead: `${network}/lead?c={clickid}`,
    checkout: `${network}/checkout?c={clickid}`,
    engage: `${network}/engage?c={clickid}`,
    attempt: `${network}/attempt?c={clickid}`,
  },
};

/** A brand that reports to these services, from now on. */
async function configurePixels(pixels: Pixel[]): Promise<void> {
  await inDatabase(async (db) => {
    const { id, settings } = await db
      .selectFrom('brand')
      .select(['id', 'settings'])
      .where('key', '=', brand)
      .executeTakeFirstOrThrow();
    const changed = JSON.stringify({ ...(settings as object), pixels });
    await db.updateTable('brand').set({ settings: changed }).where('id', '=', id).execute();
  });
}

test('each step is reported at its moment, to the services of the brand too, and nothing before the yes or after a no', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await configurePixels([pixel]);
  const asked: string[] = [];
  await page.route(`${network}/**`, (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    asked.push(`${pathname} ${searchParams.get('c')}`);
    return route.fulfill({ status: 204 });
  });
  const reported = listenForEvents(page);
  // They go together after a while.
  const waiting = await holdBack(page, EVENTS_SENT_AFTER_MS);
  const expectReported = (event: string) =>
    expect
      .poll(async () => {
        await waiting.release();
        return reported;
      })
      .toContain(event);
  const clickId = randomUUID();
  try {
    const policy = async () => {
      const landing = { path: '/', host: brands[brand].host };
      return (await sendRequest(Number(process.env['E2E_PORT']), landing)).headers['content-security-policy'];
    };
    await expect.poll(policy).toContain(network);

    await test.step('nothing is reported or kept before the yes, which is written down', async () => {
      const logged = page.waitForRequest((request) => request.url().endsWith('/log/consent'));
      await page.goto(siteUrl(brand, `/?tid=${clickId}&kcampaign=autumn&src=radio`));
      await follow(page, '/signup');
      await waiting.release();
      expect(reported).toEqual([]);
      expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('kcampaign');
      await page.getByRole('button', { name: t('shell', 'cookies.accept') }).click();
      expect((await logged).postDataJSON()).toMatchObject({
        measurement: true,
        advertising: true,
        way: 'notice',
      });
      await expectReported('landing');
    });
    await test.step('signing up', async () => {
      const card = signUpCard(page, brand);
      await card.answerFirst();
      await expectReported('signup_step');
      expect(asked).toEqual([]);
      await card.answerSecond();
      await card.answerThird(newAddress(brand));
      await card.submit();
      await expect.poll(() => asked).toEqual([`/lead ${clickId}`]);
      await leaveQuestions(page, brand);
    });
    await test.step('a like', async () => {
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('popups', 'thanks') })
        .click();
      const heart = t('people', 'like.give').replace('{{name}}', '');
      await page.getByRole('main').getByRole('button', { name: heart }).first().click();
      await expectReported('like_da_home');
      await expect.poll(() => asked).toContain(`/engage ${clickId}`);
    });
    const person = await page.locator('main a[href^="/user/"]').first().getAttribute('href');
    // What happens in a chat is in the journeys of the chat.
    for (const [event, path] of [
      ['visita_profilo', person ?? ''],
      ['vista_profilo', '/match'],
      ['plan_list', '/vip_plan/cred'],
      ['checkout', '/purchase/pay'],
    ] as const)
      await test.step(event, async () => {
        reported.length = 0;
        await follow(page, path);
        await expectReported(event);
      });
    await test.step('paying', async () => {
      await expect.poll(() => asked).toContain(`/checkout ${clickId}`);
      await expect(buyButton(page)).toBeVisible();
      await payByCard(page, cards.declined);
      await expect.poll(() => asked).toContain(`/attempt ${clickId}`);
    });
    await test.step('a link of a mail', async () => {
      await page.goto(siteUrl(brand, '/resetPassword?token=from-a-mail'));
      await expectReported('clickOnMail');
    });
    await test.step('after a no nothing more is reported', async () => {
      const token = (await storedToken(page)) ?? '';
      await signInAs(page, brand, { token, trackerId: clickId });
      reported.length = 0;
      asked.length = 0;
      await openPaymentAgain(page, brand, 'credits-100');
      await waiting.release();
      // Events that wait go out when a page is left.
      await page.goto('about:blank');
      expect([reported, asked]).toEqual([[], []]);
    });
  } finally {
    await configurePixels([]);
  }
});
