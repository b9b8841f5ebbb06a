import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { withdrawalWords } from '#contract/billing/purchase-terms.ts';
import { planName } from './buy.ts';
import { inDatabase } from './database.ts';
import { awaitLife, brands, expect, expectAccessible, follow, phone, siteUrl, test } from './fixtures.ts';
import { newAddress, showToOthers, signUpBehindTheScenes } from './newcomers.ts';
import { mailTo } from './outbox.ts';
import { answerBank, cards, expectPaid, payByCard, stayWhenPaid } from './pay-pages.ts';
import { declineCookies } from './people.ts';
import { runServer } from './run-server.ts';
import { leaveQuestions, signUpCard, useNewDevice } from './sign-up-pages.ts';
import { openStaff } from './staff.ts';
import { write, writerOf } from './talk.ts';
import { words } from './words.ts';

test.describe.configure({ timeout: 300_000 });

/** Its own, since it is killed in the middle of the story. */
let server: Awaited<ReturnType<typeof runServer>>;
const before = { ...process.env };
test.beforeAll(async () => {
  server = await runServer();
  Object.assign(process.env, server.environment);
  process.env['E2E_OWNER_TOKEN'] = await openStaff(server.owner);
});
test.afterAll(async () => {
  Object.assign(process.env, before);
  await server.stop();
});

// At the brand whose bank asks in a frame. What the other does otherwise has journeys of its own.
const brand = 'verbena';
const home = { region: 'Andalucía', city: 'Sevilla' };

/** Of the plan that the member chooses, which is offered to newcomers. */
const price = '17,90';

/** As on a train: half a second there and back, and little at a time. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const bytes = 200_000;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytes,
    uploadThroughput: bytes / 2,
  });
}

/** What the server has of an account. */
async function statusOf(trackerId: string): Promise<string | undefined> {
  let status: string | undefined;
  await inDatabase(async (db) => {
    const row = await db
      .selectFrom('account')
      .select('status')
      .where('tracker_id', '=', trackerId)
      .executeTakeFirst();
    status = row?.status;
  });
  return status;
}

const t = (file: string, key: string, values: Record<string, string> = {}) =>
  words(brand, file, key).replaceAll(/{{(\w+)[^}]*}}/g, (_, name: string) => values[name] ?? '');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const bubble = (page: Page, text: string) => page.locator('div[data-row]', { hasText: text });

test('from an advert to leaving, on a slow network and with the server killed in between', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: phone, isMobile: true, hasTouch: true });
  const page = awaitLife(await context.newPage());
  // The browser itself tells in its console that the server is gone, so only faults of the page count here.
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  const woman = await signUpBehindTheScenes(brand, '7', home, 'female');
  const womanId = await showToOthers(woman);
  const email = newAddress(brand);
  /** Its menu opens once the server has it. */
  const sent = (text: string) =>
    bubble(page, text).getByRole('button', { name: new RegExp(`^${t('chat', 'message.menu')}`) });
  const trackerId = `advert-${womanId.slice(-12)}`;
  await useNewDevice(page);
  await stayWhenPaid(page);
  await slowDown(page);

  await test.step('the advert, the home page, sign-up', async () => {
    await page.goto(siteUrl(brand, `/?tid=${trackerId}&campid=autumn&src=paper`));
    await declineCookies(page, brand);
    await signUpCard(page, brand).signUp(email);
    await leaveQuestions(page, brand);
    expect(await page.evaluate(() => localStorage.getItem('trackerId'))).toBe(trackerId);
    const gift = page.getByRole('dialog', { name: t('popups', 'gift.title') });
    await gift.getByRole('button', { name: t('popups', 'thanks') }).click();
    await expect(gift).toBeHidden();
  });

  await test.step('the deck: the card on top is liked, and the next one comes', async () => {
    await follow(page, '/match');
    const like = page.getByRole('button', { name: new RegExp(`^${t('people', 'like.give').trim()} `) });
    // The list that is left stays until the deck has come, and has one for each of its people.
    await expect(like).toHaveCount(1);
    const name = (await like.getAttribute('aria-label')) ?? '';
    await like.tap();
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  });

  const first = `Ciao, come va? ${womanId.slice(-6)}`;
  let manId = '';
  await test.step('a profile, found by the search, and a first message', async () => {
    await follow(page, '/find');
    await page.locator(`a[href$="/user/${womanId}"]`).first().click();
    await page.getByRole('link', { name: t('person', 'write'), exact: true }).click();
    await expect(page).toHaveURL(siteUrl(brand, `/chats/${womanId}`));
    await page.getByRole('textbox').fill(first);
    await press(page, t('chat', 'write.send'));
    await expect(sent(first)).toBeVisible();
    manId = await writerOf(brand, woman, first);
  });

  const waiting = 'Scritto mentre il server non c’era';
  await test.step('the server is killed: what is written meanwhile arrives once it is back', async () => {
    const back = server.restart();
    await page.getByRole('textbox').fill(waiting);
    await press(page, t('chat', 'write.send'));
    await expect(bubble(page, waiting)).toBeVisible();
    await back;
    await expect(sent(waiting)).toBeVisible({ timeout: 60_000 });
    expect(await writerOf(brand, woman, waiting)).toBe(manId);
    await expect(bubble(page, waiting)).toHaveCount(1);
  });

  await test.step('the member writes until the credits are used up, and loses nothing of what was typed', async () => {
    const popup = page.getByRole('dialog', { name: t('popups', 'outOfCredits.title') });
    let text = '';
    for (let count = 1; count < 10 && !(await popup.isVisible()); count += 1) {
      text = `Ancora una riga, la ${count}`;
      await page.getByRole('textbox').fill(text);
      await press(page, t('chat', 'write.send'));
      await expect(popup.or(sent(text))).toBeVisible();
    }
    await popup.getByRole('button', { name: t('popups', 'later') }).click();
    await expect(page.getByRole('textbox')).toHaveValue(text);
  });

  const answer = `Tutto bene, e tu? ${womanId.slice(-6)}`;
  await test.step('the answer cannot be read yet; a plan opens it, paid at the bank', async () => {
    await write(brand, woman, manId, answer);
    await page
      .getByRole('button', { name: t('chat', 'locked.read') })
      .first()
      .click();
    await press(page, t('popups', 'seeOffers'));
    // A pack would open it, too, so the member chooses.
    await page.getByRole('radio', { name: new RegExp(`^${planName(brand, 'vip-month-welcome')} `) }).check();
    await press(page, t('plans', 'summary.goOn'));
    await payByCard(page, cards.asked);
    const frame = page.getByRole('dialog', { name: t('pay', 'bank.frameTitle') }).frameLocator('iframe');
    await answerBank(frame, 'right');
    await expectPaid(page, brand);
    await page
      .getByRole('button', { name: new RegExp(t('pay', 'backTo').trim().split(' ')[0] ?? '') })
      .click();
    await expect(bubble(page, answer)).toBeVisible();
    await expect(page.getByText(t('chat', 'unread'), { exact: true })).toBeVisible();
  });

  await test.step('a later message comes as a card, wherever the member is', async () => {
    await follow(page, '/find');
    // While the conversation is still there, what comes is shown in it.
    await expect(bubble(page, answer)).toBeHidden();
    const later = `Ci sentiamo domani ${womanId.slice(-6)}`;
    await write(brand, woman, manId, later);
    // At once by the open connection, or with the first look for news.
    await expect(page.getByText(later)).toBeVisible({ timeout: 60_000 });
  });

  await test.step('the member withdraws, and gets the money back', async () => {
    await follow(page, '/profile#plan');
    const panel = page.getByRole('dialog', { name: t('profile', 'plan.title') });
    const download = page.waitForEvent('download');
    await panel
      .getByRole('button', { name: t('profile', 'plan.payments.receipt').trim() })
      .first()
      .click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    const law = withdrawalWords(brands[brand].language);
    await panel.getByRole('button', { name: law.here, exact: true }).click();
    const step = page.getByRole('dialog', { name: t('profile', 'plan.withdraw.title') });
    await expect(step.getByRole('listitem').filter({ hasText: `${price} €` })).toBeVisible();
    await expectAccessible(page);
    await step.getByRole('button', { name: law.confirm }).click();
    const done = page.getByRole('dialog', { name: t('profile', 'plan.withdrawn.title') });
    await expect(done.getByText(email)).toBeVisible();
    expect(await mailTo(email, 'withdrawal_confirmed')).toContain(price);
    await done.getByRole('button', { name: t('profile', 'plan.withdrawn.ok') }).click();
    await expect(panel.getByText(t('profile', 'plan.withdraw.nothing'))).toBeVisible();
  });

  await test.step('the member deletes the account and is out', async () => {
    await follow(page, '/profile');
    await page.getByRole('button', { name: t('profile', 'rows.close') }).click();
    await press(page, t('profile', 'close.goOn'));
    await expectAccessible(page);
    await press(page, t('profile', 'close.submit'));
    await expect(page.getByRole('dialog', { name: t('profile', 'close.doneTitle') })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    expect(await statusOf(trackerId)).toBe('closing');
  });
  expect(faults).toEqual([]);
  await context.close();
});
