import { sql } from 'kysely';
import sharp from 'sharp';
import { EVENTS_SENT_AFTER_MS, INCOMING_MESSAGE_DELAY_MS } from '#contract/kernel/constants.ts';
import {
  brand,
  bubble,
  giuliaProfile,
  input,
  mark,
  newcomerAtLevel,
  otherDevice,
  said,
  send,
  setLevel,
  t,
  thread,
  chatWithGiulia,
} from './chat-pages.ts';
import { inDatabase } from './database.ts';
import { desktop, expect, expectAccessible, follow, siteUrl, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import type { Newcomer } from './newcomers.ts';
import { signInBehindTheScenes, write, writerOf } from './talk.ts';

test.use({ viewport: desktop });

/** The server has it. Giulia may be here in another journey meanwhile, and then it has reached this page, too. */
const taken = new RegExp(`${t('ticks.sent')}|${t('ticks.delivered')}`);

test('two people talk: first words, typing, marks, a moment before an answer appears, and a photo', async ({
  page,
  browser,
}) => {
  const member = await newcomerAtLevel(2);
  await signInAs(page, brand, member);
  await page.clock.install();
  await page.goto(chatWithGiulia);
  await expect(
    page.getByRole('heading', { name: t('icebreaker.title', { name: giuliaProfile.name }) }),
  ).toBeVisible();
  const starter = t('starters.evening', { name: giuliaProfile.name });
  await page.getByRole('button', { name: starter }).click();
  await expect(input(page)).toHaveValue(starter);
  const first = said('Buonasera Giulia, ami il mare d’inverno?');
  await input(page).fill(first);
  await page.keyboard.press('Enter');
  await expect(bubble(page, first)).toContainText(taken);
  await expect(input(page)).toHaveValue('');

  const giulia = await signInBehindTheScenes(brand, 'woman');
  const giuliasPage = await otherDevice(browser, giulia);
  await giuliasPage.goto(siteUrl(brand, `/chats/${await writerOf(brand, giulia, first)}`));
  await expect(bubble(giuliasPage, first)).toBeVisible();
  await expect(bubble(page, first)).toContainText(t('ticks.read'));

  const answer = said('Sì! Quando la spiaggia è tutta mia.');
  await input(giuliasPage).pressSequentially('Sì!');
  await expect(page.getByText(t('status.typing'), { exact: true })).toBeVisible();
  // The key that a phone's keyboard calls "send".
  await input(giuliasPage).fill(answer);
  await input(giuliasPage).press('Enter');
  await expect(input(giuliasPage)).toHaveValue('');
  await expect(bubble(giuliasPage, answer)).toContainText(t('ticks.delivered'));
  await expect(bubble(page, answer)).toBeHidden();
  // What is still being written is counted nowhere: the one unread message is the welcome.
  await expect(
    page
      .getByRole('link', { name: giuliaProfile.name })
      .getByText(t('typing', { name: giuliaProfile.name }, 'chats')),
  ).toBeAttached();
  await expect(page).toHaveTitle(/^\(1\) /);
  await page.clock.fastForward(INCOMING_MESSAGE_DELAY_MS);
  await expect(bubble(page, answer)).toBeVisible();
  await expect(page.getByRole('log').getByText(answer)).toBeAttached();
  await expect(bubble(giuliasPage, answer)).toContainText(t('ticks.read'));

  // By the keyboard: taken away, and brought back.
  await bubble(page, first)
    .getByRole('button', { name: t('message.menu') })
    .press('Enter');
  await page.getByRole('menuitem', { name: t('message.delete') }).press('Enter');
  await expect(bubble(page, first)).toBeHidden();
  await page.getByRole('button', { name: t('message.undo') }).click();
  await expect(bubble(page, first)).toBeVisible();
  await expect(bubble(giuliasPage, first)).toBeVisible();

  await test.step('a photo waits for its check before the other one sees it', async () => {
    const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    await page.locator('input[type=file]').setInputFiles({ name: 'cat.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByText(t('photo.ready'))).toBeVisible();
    const text = said('Ecco il mio gatto, che dorme tutto il giorno sul davanzale della cucina');
    await send(page, text);
    await expect(bubble(page, text)).toContainText(new RegExp(`${taken.source}|${t('ticks.read')}`));
    const photo = bubble(page, text).getByRole('button', { name: t('photo.enlarge') });
    expect(await photo.evaluate((shown) => shown.parentElement!.clientWidth - shown.clientWidth)).toBe(0);
    await photo.click();
    const enlarged = page.getByRole('dialog', { name: t('photo.own') });
    await expect(enlarged).toBeVisible();
    await enlarged.press('Escape');
    await expect(enlarged).toBeHidden();

    // The demo approves at once. Here it takes its time.
    await setVerdict(member, 'pending');
    await giuliasPage.reload();
    await expect(bubble(giuliasPage, text)).toContainText(t('photo.pendingTheirsAuto'));
    await expect(bubble(giuliasPage, text).getByRole('img')).toHaveCount(0);

    await setVerdict(member, 'approved');
    // While a profile waits for moderation there is no page to open, and the header says so.
    await inDatabase(async (db) => {
      await sql`update profile p set status = 'pending', moderated_at = null from account a
        where a.brand_id = p.brand_id and a.id = p.account_id and a.tracker_id = ${member.trackerId}`.execute(
        db,
      );
    });
    await giuliasPage.reload();
    await bubble(giuliasPage, text)
      .getByRole('button', { name: t('photo.show') })
      .click();
    await expect(bubble(giuliasPage, text).getByRole('img')).toBeVisible();
    await expect(giuliasPage.getByText(t('status.inReview'))).toBeVisible();
    await giuliasPage.getByRole('button', { name: t('menu.open') }).click();
    await expect(giuliasPage.getByRole('menuitem', { name: t('menu.report') })).toBeVisible();
    await expect(giuliasPage.getByRole('menuitem', { name: t('menu.profile') })).toHaveCount(0);
  });
});

/** Decides about the photos that a member sent. The demo has decided by itself before. */
async function setVerdict({ trackerId }: Newcomer, status: 'pending' | 'approved'): Promise<void> {
  const ofPhotos = sql`from profile p join account a on a.brand_id = p.brand_id and a.id = p.account_id
    where p.brand_id = c.brand_id and p.id = c.from_id and a.tracker_id = ${trackerId} and c.sent`;
  await inDatabase(async (db) => {
    await expect
      .poll(
        async () =>
          (
            await sql`select 1 from chat_photo c where c.status <> ${status} and exists (select ${ofPhotos})`.execute(
              db,
            )
          ).rows,
      )
      .toHaveLength(1);
    await sql`update chat_photo c set status = ${status} ${ofPhotos}`.execute(db);
  });
}

test('who runs out of credits keeps the words and is shown the way on; a reply is covered, and its words are never sent', async ({
  page,
}) => {
  const member = await newcomerAtLevel(0);
  await signInAs(page, brand, member, { cookies: true });
  const counted = (event: string) =>
    page.waitForRequest(
      (request) => request.url().endsWith('/log/events') && (request.postData() ?? '').includes(`"${event}"`),
    );
  const frames: string[] = [];
  const received: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => frames.push(String(payload)));
    socket.on('framereceived', ({ payload }) => received.push(String(payload)));
  });
  page.on('response', (response) => {
    void response.text().then(
      (text) => received.push(text),
      () => undefined,
    );
  });
  await page.clock.install();
  await page.goto(chatWithGiulia);
  await expect(page.getByText(t('cost.icebreaker'))).toBeVisible();
  let text = said('Buonasera Giulia');
  let last = text;
  await test.step('what cannot be paid for is given back', async () => {
    const short = counted('ko_msg');
    const popup = page.getByRole('dialog');
    for (let count = 1; count <= 10; count += 1) {
      await send(page, text);
      await expect(popup.or(bubble(page, text).getByText(taken))).toBeVisible();
      if (await popup.isVisible()) break;
      await expect(page.getByText(t('cost.message_one', { count: 1 }))).toBeVisible();
      last = text;
      text = said(`Messaggio ${count}`);
    }
    await expect(page.getByRole('heading', { name: t('outOfCredits.title', {}, 'popups') })).toBeVisible();
    await page.getByRole('button', { name: t('later', {}, 'popups') }).click();
    await expect(input(page)).toHaveValue(text);
    await expect(bubble(page, text)).toBeHidden();
    await expect(page.getByText(t('cost.left_other', { count: 0 }))).toBeVisible();
    await page.clock.fastForward(EVENTS_SENT_AFTER_MS);
    await short;
    expect(frames.some((frame) => frame.includes('"pressing"'))).toBe(true);
  });

  const secret = `segreto${mark()}`;
  const read = thread(page).getByRole('button', { name: t('locked.read') });
  await test.step('Giulia’s answer is covered, as it comes and when it is fetched', async () => {
    const giulia = await signInBehindTheScenes(brand, 'woman');
    const memberId = await writerOf(brand, giulia, last);
    await write(brand, giulia, memberId, `Vado al mare ${secret}`);
    await page.clock.fastForward(INCOMING_MESSAGE_DELAY_MS);
    await expect(read).toHaveCount(1);
    await write(brand, giulia, memberId, `Vieni anche tu? ${secret}`);
    await page.reload();
    await expect(input(page)).toHaveValue(text);
    await expect(read).toHaveCount(2);
    await expectAccessible(page);
    const wanted = counted('lettura_pressing');
    await read.last().click();
    await expect(page.getByRole('heading', { name: t('blurred.title', {}, 'popups') })).toBeVisible();
    await page.clock.fastForward(EVENTS_SENT_AFTER_MS);
    await wanted;
    expect(received.some((one) => one.includes(giuliaProfile.id))).toBe(true);
    expect(received.filter((one) => one.includes(secret))).toEqual([]);
  });

  await setLevel(member, 2);
  await page.reload();
  await expect(bubble(page, secret)).toHaveCount(2);
  await expect(read).toHaveCount(0);

  await test.step('the brand greets in its own words, which cannot be answered', async () => {
    await follow(page, '/chats/000000');
    await expect(thread(page).getByRole('link').first()).toHaveAttribute('href', '/profile');
    await expect(page.getByText(t('closed.system', { brand: 'Lunaria' }))).toBeVisible();
    await expect(input(page)).toHaveCount(0);
    await expectAccessible(page);
  });
});
