import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Pixel } from '../contract/insight/pixels.ts';
import { her } from './chat-pages.ts';
import { inDatabase } from './database.ts';
import { desktop, expect, follow, siteUrl, test } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { newAddress, signUpBehindTheScenes } from './newcomers.ts';
import { cards, openPaymentAgain, payByCard } from './pay-pages.ts';
import { signUpCard, useNewDevice } from './sign-up-pages.ts';
import { words } from './words.ts';

test.use({ viewport: desktop });
test.beforeEach(async ({ page }) => useNewDevice(page));

const brand = 'lunaria';

/** The names of the events that a page has sent. */
function listenForEvents(page: Page): string[] {
  const told: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/log/events')) return;
    const { events } = request.postDataJSON() as { events: { type: string }[] };
    told.push(...events.map(({ type }) => type));
  });
  return told;
}

const accept = (page: Page, at: BrandKey) =>
  page.getByRole('button', { name: words(at, 'shell', 'cookies.accept') }).click();

const giveLike = (page: Page) => page.locator('main button[aria-pressed=false]').first().click();

/** What a member does, and what is told of it. What happens in a chat is in the journeys of the chat. */
const acts: [event: string, act: (page: Page) => Promise<unknown>][] = [
  [
    'like_da_home',
    async (page) => {
      await page.goto(siteUrl(brand, '/find'));
      await giveLike(page);
    },
  ],
  ['visita_profilo', (page) => follow(page, `/user/${her.id}`)],
  ['vista_profilo', (page) => follow(page, '/match')],
  ['plan_list', (page) => follow(page, '/vip_plan/cred')],
  ['checkout', (page) => openPaymentAgain(page, brand, 'credits-100')],
];

test('each step is told at its moment, and nothing before the yes', async ({ page }) => {
  const told = listenForEvents(page);
  const logged = page.waitForRequest((request) => request.url().endsWith('/log/consent'));
  await page.goto(siteUrl(brand, `/?tid=${randomUUID()}&kcampaign=autumn&src=radio`));
  await follow(page, '/signup');
  const stored = () => page.evaluate(() => Object.keys(localStorage));
  expect(told).toEqual([]);
  expect(await stored()).not.toContain('kcampaign');
  await accept(page, brand);
  expect((await logged).postDataJSON()).toMatchObject({
    measurement: true,
    advertising: true,
    way: 'notice',
  });
  await expect.poll(() => told).toContain('landing');
  await signUpCard(page, brand).answerFirst();
  await expect.poll(() => told).toContain('signup_step');
  await page.goto(siteUrl(brand, '/resetPassword?token=from-a-mail'));
  await expect.poll(() => told).toContain('clickOnMail');

  const member = await signUpBehindTheScenes(brand);
  await signInAs(page, brand, member, { cookies: true });
  for (const [event, act] of acts)
    await test.step(event, async () => {
      told.length = 0;
      await act(page);
      await expect.poll(() => told).toContain(event);
    });

  await test.step('whoever says no is told of no more', async () => {
    await signInAs(page, brand, member);
    told.length = 0;
    await page.goto(siteUrl(brand, '/vip_plan/cred'));
    // What waits to be told goes out when a page is left.
    await page.goto('about:blank');
    expect(told).toEqual([]);
  });
});

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
      .where('key', '=', 'verbena')
      .executeTakeFirstOrThrow();
    const changed = JSON.stringify({ ...(settings as object), pixels });
    await db.updateTable('brand').set({ settings: changed }).where('id', '=', id).execute();
  });
}

test('a pixel is asked for by those who allow it, and the page’s policy lets it through', async ({
  page,
}) => {
  const at = 'verbena';
  await configurePixels([pixel]);
  const asked: string[] = [];
  await page.route(`${network}/**`, (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    asked.push(`${pathname} ${searchParams.get('c')}`);
    return route.fulfill({ status: 204 });
  });
  try {
    const policy = async () => (await page.goto(siteUrl(at, '/')))?.headers()['content-security-policy'];
    await expect.poll(policy).toContain(network);
    const clickId = randomUUID();
    await page.goto(siteUrl(at, `/signup?tid=${clickId}`));
    await accept(page, at);
    await signUpCard(page, at).signUp(newAddress(at));
    await expect.poll(() => asked).toEqual([`/lead ${clickId}`]);

    const member = await signUpBehindTheScenes(at);
    await signInAs(page, at, member, { cookies: true });
    await page.goto(siteUrl(at, '/find'));
    await giveLike(page);
    await expect.poll(() => asked).toContain(`/engage ${member.trackerId}`);
    await openPaymentAgain(page, at, 'credits-100');
    await expect.poll(() => asked).toContain(`/checkout ${member.trackerId}`);
    await payByCard(page, cards.declined);
    await expect.poll(() => asked).toContain(`/attempt ${member.trackerId}`);

    asked.length = 0;
    await signInAs(page, at, member);
    await openPaymentAgain(page, at, 'credits-100');
    expect(asked).toEqual([]);
  } finally {
    await configurePixels([]);
  }
});
