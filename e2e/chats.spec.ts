import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { FIRST_NOTIFICATION_POLL_MS, INCOMING_MESSAGE_DELAY_MS } from '#contract/kernel/constants.ts';
import { demoId } from '#server/demo/brand.ts';
import { brands, desktop, expect, expectAccessible, follow, phone, siteUrl, test } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { showToOthers, signUpBehindTheScenes } from './newcomers.ts';
import { like, signInBehindTheScenes, write, writerOf } from './talk.ts';
import { words } from './words.ts';

const brand: BrandKey = 'lunaria';
const t = (file: string, key: string, values: Record<string, string | number> = {}) =>
  words(brand, file, key).replaceAll(/{{(\w+)[^}]*}}/g, (_, name: string) => String(values[name]));
const giuliaProfile = { id: demoId('lunaria trial profile donna', 3), name: 'Giulia' };

/** A newcomer who has written to Giulia, and what lets Giulia answer. */
async function beginTalk() {
  const member = await signUpBehindTheScenes(brand);
  const giulia = await signInBehindTheScenes(brand, 'woman');
  // Letters alone: eight digits would be covered as a telephone number.
  const mark = randomUUID().replaceAll(/[^a-f]/g, '');
  const text = `Buonasera Giulia, sono qui ${mark}`;
  await write(brand, member, giuliaProfile.id, text);
  const memberId = await writerOf(brand, giulia, text);
  return {
    member,
    answer: (said: string) => write(brand, giulia, memberId, said),
    like: () => like(brand, giulia, memberId),
  };
}

const list = (page: Page) => page.getByRole('list', { name: t('chats', 'list') });
const rowOf = (page: Page, name: string) => list(page).getByRole('link', { name });
const unread = (count: number) =>
  t('shell', `nav.unreadMessages_${count === 1 ? 'one' : 'other'}`, { count });
const bar = (page: Page) => page.getByRole('navigation', { name: t('shell', 'nav.label') });

test.describe('on a desk', () => {
  test.use({ viewport: desktop });

  test('while a conversation is on its way, the place to write is where the field will be', async ({
    page,
  }) => {
    await signInAs(page, brand, await signUpBehindTheScenes(brand));
    await page.route(`**/get/messages/*/${giuliaProfile.id}*`, () => undefined);
    await page.goto(siteUrl(brand, `/chats/${giuliaProfile.id}`));
    const main = page.getByRole('main');
    const field = main.getByRole('status').locator('.bg-surface').last();
    // Beside the list that has come, what is left is the conversation's own. The page's, before it, is another one.
    await expect(rowOf(page, brands[brand].title)).toBeVisible();
    await expect(main.getByRole('status')).toHaveCount(1);
    await expect(field).toBeVisible();
    // What is just being replaced measures nothing.
    const below = () => field.evaluate((shown) => innerHeight - shown.getBoundingClientRect().bottom);
    await expect.poll(below).toBeLessThan(40);
  });

  test('the list shows who wrote, what and when, beside the open conversation, and in step in every tab', async ({
    page,
    context,
  }) => {
    const { member, answer } = await beginTalk();
    await signInAs(page, brand, member);
    await page.clock.install();
    await page.goto(siteUrl(brand, '/chats'));
    const row = rowOf(page, giuliaProfile.name);
    await expect(row).toContainText(t('chats', 'own', { text: 'Buonasera Giulia, sono qu…' }));
    // The other one may be here in another journey meanwhile, and then it has reached them, too.
    const taken = new RegExp(`${t('chats', 'ticks.sent')}|${t('chats', 'ticks.delivered')}`);
    await expect(row.getByRole('img', { name: taken })).toBeVisible();
    await expect(row.locator('time')).toHaveText(/^\d\d:\d\d$/);
    await expect(page.getByText(t('chats', 'nothingOpen.title'))).toBeVisible();

    await answer('Sono felice che tu mi abbia scritto.');
    await expect(row.getByText(t('chats', 'locked'))).toBeAttached();
    await expect(row.getByText(unread(1))).toBeAttached();
    await expect(page).toHaveTitle(/^\(2\) /);
    // The brand has sent a welcome, which is the other row.
    await row.focus();
    await page.keyboard.press('ArrowDown');
    await expect(rowOf(page, brands[brand].title)).toBeFocused();
    await page.keyboard.press('Home');
    await expect(row).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(siteUrl(brand, `/chats/${giuliaProfile.id}`));
    await expect(row).toHaveAttribute('aria-current', 'page');
    await page.clock.fastForward(INCOMING_MESSAGE_DELAY_MS);
    await expect(row.getByText(unread(1))).toBeHidden();
    await page.goBack();
    await expect(row).toBeFocused();

    // What was begun and not sent waits in the list.
    await page.keyboard.press('Enter');
    await page.getByRole('textbox').fill('Anche a me piace');
    await page.goBack();
    await expect(row).toContainText(`${t('chats', 'draft')} Anche a me piace`);

    await test.step('two tabs stay in step, and a conversation can be read and emptied from the list', async () => {
      const other = await context.newPage();
      await other.goto(siteUrl(brand, '/profile'));
      await expect(bar(other).getByText(unread(1))).toBeAttached();
      await answer('Come va?');
      for (const tab of [page, other]) await expect(bar(tab).getByText(unread(2))).toBeAttached();
      await follow(other, '/chats');
      await expect(rowOf(other, giuliaProfile.name).getByText(unread(1))).toBeAttached();
      // What is clicked in stands in front.
      await page.bringToFront();
      const menu = async (action: string) => {
        await rowOf(page, giuliaProfile.name).hover();
        await page
          .getByRole('button', { name: t('chats', 'menu.open', { name: giuliaProfile.name }) })
          .click();
        await page.getByRole('menuitem', { name: t('chats', action) }).click();
      };
      await menu('menu.read');
      for (const tab of [page, other]) await expect(bar(tab).getByText(unread(1))).toBeAttached();
      await expect(rowOf(other, giuliaProfile.name).getByText(unread(1))).toBeHidden();
      await menu('menu.clear');
      const dialog = page.getByRole('dialog', {
        name: t('chats', 'clear.title', { name: giuliaProfile.name }),
      });
      await expectAccessible(page);
      await dialog.getByRole('button', { name: t('chats', 'clear.confirm') }).click();
      for (const tab of [page, other]) await expect(rowOf(tab, giuliaProfile.name)).toBeHidden();
    });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: phone, isMobile: true, hasTouch: true });

  test('what came while they were away is shown once, and what comes while they look elsewhere waits over a reload and leads to the conversation', async ({
    page,
  }) => {
    const { member, answer, like: likeNewcomer } = await beginTalk();
    await likeNewcomer();
    await page.clock.install();
    await signInAs(page, brand, member);
    const card = page.getByRole('region', { name: t('shell', 'messages') });
    await page.goto(siteUrl(brand, '/find'));
    await expect(bar(page).getByText(unread(1))).toBeAttached();
    await page.clock.fastForward(FIRST_NOTIFICATION_POLL_MS);
    await expect(card.getByText(t('people', 'news.like'))).toBeVisible();
    await expectAccessible(page);

    // The next page says that it was shown, and the answer is that there is nothing.
    const next = page.waitForEvent('websocket');
    await page.reload();
    const socket = await next;
    const answered = socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => String(payload).includes('"type":"Default"'),
    });
    await expect(bar(page).getByText(unread(1))).toBeAttached();
    await page.clock.fastForward(FIRST_NOTIFICATION_POLL_MS);
    await answered;
    await expect(card.getByText(t('people', 'news.like'))).toHaveCount(0);

    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await answer('Stasera c’è la luna piena.');
    const pending = () => page.evaluate(() => localStorage.getItem('notificheInPending'));
    await expect.poll(pending).toContain(giuliaProfile.id);
    await expect(card.getByText(t('chats', 'card.wrote'))).toHaveCount(0);
    await page.reload();
    await expect(card.getByText(t('chats', 'card.wrote'))).toBeVisible();
    await expect(card.getByText(t('chats', 'locked'))).toBeAttached();
    await expect(page.getByText('luna piena')).toHaveCount(0);
    await expect(page).toHaveTitle(/^\(2\) /);
    await card.getByRole('link', { name: t('chats', 'card.reply') }).click();
    await expect(page).toHaveURL(siteUrl(brand, `/chats/${giuliaProfile.id}`));
    await expect(card.getByText(t('chats', 'card.wrote'))).toBeHidden();
    await expect(list(page)).toBeHidden();
    // The menu below would be in the way of what is written.
    await expect(bar(page)).toBeHidden();

    await test.step('what can be done with a message opens by a button that a thumb can hit', async () => {
      const button = page.getByRole('button', { name: t('chat', 'message.menu') }).first();
      expect((await button.boundingBox())?.width).toBeGreaterThanOrEqual(44);
      await expect(button).toHaveCSS('opacity', '1');
      await button.tap();
      await expect(page.getByRole('menuitem', { name: t('chat', 'message.copy') })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    });
    await follow(page, '/chats');
    await expect(rowOf(page, giuliaProfile.name)).toBeVisible();
  });

  test('a like without a word is a row that leads to the profile', async ({ page }) => {
    const giulia = await signInBehindTheScenes(brand, 'woman');
    const plain = await signUpBehindTheScenes(brand, '0000');
    await like(brand, giulia, await showToOthers(plain));
    await signInAs(page, brand, plain);
    await page.goto(siteUrl(brand, '/chats'));
    const row = rowOf(page, giuliaProfile.name);
    await expect(row).toContainText(t('people', 'news.like'));
    await row.click();
    await expect(page).toHaveURL(siteUrl(brand, `/user/${giuliaProfile.id}`));
  });
});
