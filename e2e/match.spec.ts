import type { Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import { readDeck } from '#contract/discovery/deck.ts';
import { askApi } from './ask-api.ts';
import { giuliaProfile } from './chat-pages.ts';
import { inDatabase } from './database.ts';
import { expect, expectAccessible, phone, reconnect, siteUrl, test } from './fixtures.ts';
import { freshMember } from './fresh-member.ts';
import { type Newcomer, showToOthers } from './newcomers.ts';
import { signIn } from './people.ts';
import { like, signInBehindTheScenes } from './talk.ts';
import { words } from './words.ts';

const brand = 'lunaria';
const match = (key: string) => words(brand, 'match', key);
const address = siteUrl(brand, '/match');

/** The card on top: the others can't be reached. */
const topCard = (page: Page): Locator => page.locator('article:not([inert])');
const topLink = (page: Page): Locator => topCard(page).getByRole('link');

const likesLeft = (page: Page, count: number): Locator =>
  page.getByTitle(match('likesLeft_other').replace('{{count, number}}', String(count)));

async function openDeck(page: Page): Promise<Newcomer> {
  const member = await freshMember(page, brand);
  await page.goto(address);
  await expect(topCard(page)).toBeVisible();
  return member;
}

/** Whose card lies on top, by the address it leads to. */
async function whoIsOnTop(page: Page): Promise<string> {
  return (await topLink(page).getAttribute('href')) ?? '';
}

async function expectAnother(page: Page, before: string): Promise<void> {
  await expect(topLink(page)).not.toHaveAttribute('href', before);
}

/** Has the member pass every person in their region, but for one. */
async function passAll({ trackerId }: Pick<Newcomer, 'trackerId'>, except = ''): Promise<void> {
  await inDatabase(async (db) => {
    await sql`insert into reaction (brand_id, from_id, to_id, kind)
      select p.brand_id, p.id, o.id, 'dislike' from profile p
      join account a on a.brand_id = p.brand_id and a.id = p.account_id and a.tracker_id = ${trackerId}
      join profile o on o.brand_id = p.brand_id and o.id <> p.id and o.region = p.region
      where o.id::text <> ${except}
      on conflict do nothing`.execute(db);
  });
}

test('by keyboard alone, without motion, and read aloud; what cannot be taken comes back and says why', async ({
  page,
  context,
}) => {
  // Photos that fail without a network are another story.
  await page.route('**/media/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  const { token, trackerId } = await openDeck(page);
  const first = await whoIsOnTop(page);
  await expect(likesLeft(page, 10)).toBeVisible();
  const name = await topLink(page).innerText();
  await expect(page.getByRole('status').filter({ hasText: name })).toContainText(
    match('shown').replace('{{who}}', ''),
  );
  await expectAccessible(page);
  await page.keyboard.press('ArrowLeft');
  await expectAnother(page, first);
  await page.keyboard.press('Backspace');
  await expect(topLink(page)).toHaveAttribute('href', first);
  await page.keyboard.press('ArrowRight');
  await expectAnother(page, first);
  const second = await whoIsOnTop(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(siteUrl(brand, second));
  await page.goBack();
  await expect(topLink(page)).toHaveAttribute('href', second);

  await test.step('without a connection a card comes back, and goes when it can', async () => {
    await expect(likesLeft(page, 9)).toBeVisible();
    await context.setOffline(true);
    await page.keyboard.press('ArrowRight');
    const retry = page.getByRole('button', { name: words(brand, 'shell', 'state.retry') });
    await expect(retry).toBeVisible();
    await expect(topLink(page)).toHaveAttribute('href', second);
    await reconnect(page);
    await expect(likesLeft(page, 9)).toBeVisible();
    await retry.click();
    await expectAnother(page, second);
    await expect(likesLeft(page, 8)).toBeVisible();
  });

  const third = await whoIsOnTop(page);
  await test.step('what is taken back is offered again', async () => {
    await page.keyboard.press('ArrowLeft');
    await expectAnother(page, third);
    await page.getByRole('button', { name: match('undo') }).click();
    await expect(topLink(page)).toHaveAttribute('href', third);
    await expect(async () => {
      const { result } = await askApi(readDeck, { trackerId, region: 'Lazio' }, { brand, token });
      const offered = new Set(result.people.map(({ id }) => `/user/${id}`));
      expect([offered.has(first), offered.has(third)]).toEqual([false, true]);
    }).toPass();
  });

  await test.step('a like too many puts the card back, and says what there is to do', async () => {
    await inDatabase(async (db) => {
      await sql`with spent as (
          insert into ledger_entry (brand_id, id, account_id, credit, amount, reason, idempotency_key)
          select b.brand_id, gen_random_uuid(), b.account_id, 'like', -b.like_credits, 'journey', 'all likes'
          from balance b join account a on a.brand_id = b.brand_id and a.id = b.account_id
          where a.tracker_id = ${trackerId} returning brand_id, account_id)
        update balance b set like_credits = 0 from spent s
        where b.brand_id = s.brand_id and b.account_id = s.account_id`.execute(db);
    });
    await page.keyboard.press('ArrowRight');
    const popup = page.getByText(words(brand, 'popups', 'outOfLikes.text'));
    await expect(popup).toBeVisible();
    await page.keyboard.press('Escape');
    // As long as it is there, the keys are its own.
    await expect(popup).toBeHidden();
    await expect(topLink(page)).toHaveAttribute('href', third);
  });

  await test.step('at the end of the deck, the top level goes on farther away', async () => {
    await passAll({ trackerId });
    await inDatabase(async (db) => {
      await db.updateTable('account').set({ level: 2 }).where('tracker_id', '=', trackerId).execute();
    });
    await page.reload();
    const farther = page.getByRole('button', { name: match('deckEnd.everywhere') });
    await expect(farther).toBeVisible();
    await expectAccessible(page);
    await farther.click();
    await expect(topCard(page)).toBeVisible();
  });

  await test.step('who has to correct their profile first is led there: another try would change nothing', async () => {
    await inDatabase(async (db) => {
      await sql`update profile p set status = 'rejected', moderated_at = null, refusal = 'contact_details'
        from account a where a.brand_id = p.brand_id and a.id = p.account_id and a.tracker_id = ${trackerId}`.execute(
        db,
      );
    });
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: match('toProfile') }).click();
    await expect(page).toHaveURL(siteUrl(brand, '/profile'));
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: phone, isMobile: true, hasTouch: true });

  test('two who like each other see it with joy', async ({ page }) => {
    const member = await freshMember(page, brand);
    const giulia = await signInBehindTheScenes(brand, 'woman');
    await like(brand, giulia, await showToOthers(member));
    await passAll(member, giuliaProfile.id);
    await page.goto(address);
    await page
      .getByRole('button', { name: words(brand, 'people', 'like.give').replace('{{name}}', 'Giulia') })
      .tap();
    const joy = page.getByRole('dialog', { name: words(brand, 'popups', 'match.title') });
    await expect(joy).toContainText(words(brand, 'popups', 'match.text').replace('{{name}}', 'Giulia'));
    await expectAccessible(page);
    await joy.getByRole('button', { name: words(brand, 'popups', 'goOn') }).tap();
    await expect(joy).toBeHidden();
    // A match stays. Where no person is left there is no button at all.
    await expect(page.getByRole('button', { name: match('undo'), disabled: false })).toHaveCount(0);
  });

  test('where likes are invitations, words go along and are confirmed', async ({ page }) => {
    await signIn(page, brand, 'invites', '/match');
    const first = await whoIsOnTop(page);
    const heart = page.getByRole('button', {
      name: words(brand, 'people', 'like.give').replace('{{name}}', ''),
    });
    const dialog = page.getByRole('dialog');
    await heart.tap();
    await dialog.getByRole('textbox').fill('Ciao, che bel sorriso');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: match('invite.cancel') }).tap();
    await expect(topLink(page)).toHaveAttribute('href', first);

    await heart.tap();
    await expect(dialog.getByRole('textbox')).toHaveValue('Ciao, che bel sorriso');
    await dialog.getByRole('button', { name: match('opener.curious') }).tap();
    await expect(dialog.getByRole('textbox')).toHaveValue(match('opener.curious'));
    await dialog.getByRole('button', { name: match('invite.send') }).tap();
    await expect(page.getByRole('dialog', { name: match('invite.sentTitle') })).toBeVisible();
    // It goes by itself.
    await expect(dialog).toBeHidden();
    await expectAnother(page, first);
  });
});
