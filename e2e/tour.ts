/**
 * Takes the pictures of the documentation from the running product: `npm run tour`. A real newcomer goes from the landing to the
 * plans, and what they see becomes the animated tour; the pictures that an installed app is offered with are taken on the way.
 */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { readDeck } from '#contract/discovery/deck.ts';
import { browserOptions } from '../playwright.config.ts';
import { askApi } from './ask-api.ts';
import { brands, comeAlive, desktop, phone, siteUrl } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { newAddress } from './newcomers.ts';
import { declineCookies } from './people.ts';
import { runServer } from './run-server.ts';
import { leaveQuestions, signUpCard } from './sign-up-pages.ts';
import { words } from './words.ts';

const root = join(import.meta.dirname, '..');
const screenshots = join(root, 'docs/screenshots');

/** A frame of the tour, and how long it stays. */
interface Frame {
  picture: Buffer;
  milliseconds: number;
}

async function openPage(browser: Browser, viewport: typeof phone, colorScheme: 'light' | 'dark' = 'light') {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  return context.newPage();
}

/** What is pressed before a page has come alive might be too early. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await comeAlive(page);
}

/** From the landing to the plans, as a newcomer goes. */
async function goOnTour(page: Page, brand: BrandKey): Promise<Frame[]> {
  const frames: Frame[] = [];
  const show = async (milliseconds: number) => {
    await page.waitForLoadState('networkidle');
    frames.push({ picture: await page.screenshot(), milliseconds });
  };
  const card = signUpCard(page, brand);
  const link = (start: string) => page.getByRole('main').locator(`a[href^="${start}"]`).first();

  // In this flow AI companions are shown too, and one of them answers within seconds.
  await goTo(page, siteUrl(brand, '/?fluxId=14'));
  await declineCookies(page, brand);
  await show(2_200);
  await card.gender().check();
  await card.seeks().check();
  await show(1_000);
  await card.next();
  await card.pickTown();
  await card.age().fill('45');
  await show(1_400);
  await card.next();
  await card.answerThird(newAddress(brand));
  await show(1_400);
  await card.submit();
  await page.waitForURL(siteUrl(brand, '/introduction/**'));
  await show(1_600);
  await leaveQuestions(page, brand);
  const welcome = page.getByRole('dialog');
  await welcome.waitFor();
  await show(1_600);
  await page.keyboard.press('Escape');
  await welcome.waitFor({ state: 'hidden' });
  await link('/user/').waitFor();
  await show(1_800);

  await goTo(page, siteUrl(brand, '/match'));
  await link('/user/').waitFor();
  await show(1_600);

  await goTo(page, siteUrl(brand, `/user/${await findCompanion(page, brand)}`));
  await link('/chats/').waitFor();
  await show(1_800);
  await link('/chats/').click();
  const text = page.getByRole('textbox');
  await text.fill('Buonasera! Che cosa si vede dalla tua finestra?');
  await show(1_400);
  await page.getByRole('button', { name: words(brand, 'chat', 'write.send'), exact: true }).click();
  // Of the thread alone: the list of conversations has rows as well, which a phone hides.
  const [thread = ''] = words(brand, 'chat', 'messages').split('{{');
  await page
    .getByRole('region', { name: thread })
    .locator('[data-row]')
    .filter({ hasNotText: words(brand, 'chat', 'you') })
    .first()
    .waitFor();
  // What comes in takes a moment to appear.
  await page.waitForTimeout(1_500);
  await show(2_200);
  await goTo(page, siteUrl(brand, '/vip_plan/cred'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await show(2_200);
  return frames;
}

/** An AI companion whom the newcomer could meet. */
async function findCompanion(page: Page, brand: BrandKey): Promise<string> {
  const [token, trackerId] = await page.evaluate(() =>
    ['token', 'trackerId'].map((name) => localStorage.getItem(name) ?? ''),
  );
  const { people } = (await askApi(readDeck, { trackerId: trackerId ?? '' }, { brand, token: token ?? '' }))
    .result;
  const companion = people.find(({ kind }) => kind === 'ai');
  if (!companion) throw new Error('there is no companion in the deck');
  return companion.id;
}

/** Puts frames one after the other, small enough for a page that is read on a phone. */
async function writeTour(frames: readonly Frame[], file: string): Promise<number> {
  const small = await Promise.all(
    frames.map(({ picture }) => sharp(picture).resize(phone.width).png().toBuffer()),
  );
  const { size } = await sharp(small, { join: { animated: true } })
    .webp({ quality: 72, effort: 6, loop: 0, delay: frames.map(({ milliseconds }) => milliseconds) })
    .toFile(file);
  return size;
}

async function takeHome(browser: Browser, brand: BrandKey): Promise<void> {
  const folder = join(root, 'brands/pictures', brand);
  for (const [name, viewport] of [
    ['phone', phone],
    ['desk', desktop],
  ] as const) {
    const page = await openPage(browser, viewport);
    await goTo(page, siteUrl(brand));
    await declineCookies(page, brand);
    await page.waitForLoadState('networkidle');
    const picture = await page.screenshot();
    await sharp(picture)
      .webp({ quality: 80 })
      .toFile(join(folder, `${name}.webp`));
    if (name === 'desk')
      await sharp(picture)
        .resize(1_000)
        .webp({ quality: 80 })
        .toFile(join(screenshots, `${brand}-home.webp`));
    await page.context().close();
  }
}

await mkdir(screenshots, { recursive: true });
const server = await runServer({ DEMO_PICTURES: 'all' });
Object.assign(process.env, server.environment);
const browser = await chromium.launch(browserOptions);
try {
  for (const brand of Object.keys(brands) as BrandKey[]) await takeHome(browser, brand);
  const frames = await goOnTour(await openPage(browser, phone), 'lunaria');
  const size = await writeTour(frames, join(screenshots, 'tour.webp'));
  console.log(`docs/screenshots/tour.webp: ${frames.length} frames, ${Math.round(size / 1024)} kB`);
} finally {
  await browser.close();
  await server.stop();
}
