import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import sharp from 'sharp';
import { readMessages } from '../contract/chat/conversations.ts';
import { INCOMING_MESSAGE_DELAY_MS, SOCKET } from '../contract/kernel/constants.ts';
import { demoId } from '../server/demo/brand.ts';
import { askApi } from './ask-api.ts';
import { inDatabase } from './database.ts';
import { awaitLife, desktop, expect, expectAccessible, phone, siteUrl, test } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { type Newcomer, signUpBehindTheScenes } from './newcomers.ts';
import { signInBehindTheScenes, write, writerOf } from './talk.ts';
import { words } from './words.ts';

const brand: BrandKey = 'lunaria';
const t = (key: string, values: Record<string, string | number> = {}, file = 'chat') =>
  words(brand, file, key).replaceAll(/{{(\w+)[^}]*}}/g, (_, name: string) => String(values[name]));
const her = { id: demoId('lunaria trial profile donna', 3), name: 'Giulia' };
const withHer = siteUrl(brand, `/chats/${her.id}`);
/** Letters alone: digits may be taken for a telephone number. */
const mark = () => randomUUID().replaceAll(/[\d-]/g, '');
/** Words that nobody else in these tests says. */
const said = (text: string) => `${text} ${mark()}`;

const thread = (page: Page): Locator => page.getByRole('region', { name: /^I messaggi con / });
const bubble = (page: Page, text: string): Locator => thread(page).locator('[data-row]', { hasText: text });
const input = (page: Page): Locator => page.getByRole('textbox');

async function send(page: Page, text: string): Promise<void> {
  await input(page).fill(text);
  await page.getByRole('button', { name: t('write.send'), exact: true }).click();
}

/** A second person at another device. */
async function otherDevice(browser: Browser, who: Pick<Newcomer, 'token' | 'trackerId'>): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, reducedMotion: 'reduce' });
  const page = awaitLife(await context.newPage());
  await signInAs(page, brand, who);
  return page;
}

async function newcomerAtLevel(level: 0 | 2): Promise<Newcomer> {
  const member = await signUpBehindTheScenes(brand);
  if (level > 0) await setLevel(member, level);
  return member;
}

async function setLevel({ trackerId }: Newcomer, level: number): Promise<void> {
  await inDatabase(async (db) => {
    await sql`update account set level = ${level} where tracker_id = ${trackerId}`.execute(db);
  });
}

test.use({ viewport: desktop });

test('two people talk: first words, typing, marks, and a moment before an answer appears', async ({
  page,
  browser,
}) => {
  await signInAs(page, brand, await newcomerAtLevel(2));
  await page.clock.install();
  await page.goto(withHer);
  await expect(page.getByRole('heading', { name: t('icebreaker.title', { name: her.name }) })).toBeVisible();
  await expectAccessible(page);
  const starter = t('starters.evening', { name: her.name });
  await page.getByRole('button', { name: starter }).click();
  await expect(input(page)).toHaveValue(starter);
  const first = said('Buonasera Giulia, ami il mare d’inverno?');
  await input(page).fill(first);
  await page.keyboard.press('Enter');
  await expect(bubble(page, first)).toContainText(t('ticks.sent'));
  await expect(input(page)).toHaveValue('');

  const giulia = await signInBehindTheScenes(brand, 'woman');
  const hers = await otherDevice(browser, giulia);
  await hers.goto(siteUrl(brand, `/chats/${await writerOf(brand, giulia, first)}`));
  await expect(bubble(hers, first)).toBeVisible();
  await expect(bubble(page, first)).toContainText(t('ticks.read'));
  await expectAccessible(hers);

  const answer = said('Sì! Quando la spiaggia è tutta mia.');
  await input(hers).pressSequentially('Sì!');
  await expect(page.getByText(t('status.typing'), { exact: true })).toBeVisible();
  await send(hers, answer);
  await expect(bubble(hers, answer)).toContainText(t('ticks.delivered'));
  await expect(bubble(page, answer)).toBeHidden();
  await page.clock.fastForward(INCOMING_MESSAGE_DELAY_MS);
  await expect(bubble(page, answer)).toBeVisible();
  await expect(page.getByRole('log').getByText(answer)).toBeAttached();
  await expect(bubble(hers, answer)).toContainText(t('ticks.read'));

  // By the keyboard: taken away, and brought back.
  await bubble(page, first)
    .getByRole('button', { name: t('message.menu') })
    .press('Enter');
  await page.getByRole('menuitem', { name: t('message.delete') }).press('Enter');
  await expect(bubble(page, first)).toBeHidden();
  await page.getByRole('button', { name: t('message.undo') }).click();
  await expect(bubble(page, first)).toBeVisible();
  await expect(bubble(hers, first)).toBeVisible();
  await hers.context().close();
});

test('who runs out of credits keeps the words and is shown the way on', async ({ page }) => {
  await signInAs(page, brand, await newcomerAtLevel(0));
  const counted = page.waitForRequest(
    (request) => request.url().endsWith('/log/event') && /"ko_msg"/.test(request.postData() ?? ''),
  );
  const told: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => told.push(String(payload))));
  await page.goto(withHer);
  await expect(page.getByText(t('cost.icebreaker'))).toBeVisible();
  let text = '';
  for (let count = 1; count <= 10; count += 1) {
    text = said(`Messaggio ${count}`);
    await send(page, text);
    const popup = page.getByRole('dialog');
    await expect(popup.or(bubble(page, text).getByText(t('ticks.sent')))).toBeVisible();
    if (await popup.isVisible()) break;
    await expect(page.getByText(t('cost.message_one', { count: 1 }))).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: t('outOfCredits.title', {}, 'popups') })).toBeVisible();
  await page.getByRole('button', { name: t('later', {}, 'popups') }).click();
  await expect(input(page)).toHaveValue(text);
  await expect(bubble(page, text)).toBeHidden();
  await expect(page.getByText(t('cost.left_other', { count: 0 }))).toBeVisible();
  await counted;
  expect(told.some((frame) => frame.includes('"pressing"'))).toBe(true);
  await page.reload();
  await expect(input(page)).toHaveValue(text);
});

test('a reply to somebody who has not paid is covered, and its words are never sent', async ({ page }) => {
  const member = await newcomerAtLevel(0);
  const received: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(String(payload))),
  );
  page.on('response', (response) => {
    void response.text().then(
      (text) => received.push(text),
      () => undefined,
    );
  });
  const question = said('Che cosa fai domenica?');
  await write(brand, member, her.id, question);
  const giulia = await signInBehindTheScenes(brand, 'woman');
  const secret = `segreto${mark()}`;
  const memberId = await writerOf(brand, giulia, question);
  await write(brand, giulia, memberId, `Vado al mare ${secret}`);
  await signInAs(page, brand, member);
  await page.clock.install();
  await page.goto(withHer);
  const read = thread(page).getByRole('button', { name: t('locked.read') });
  await expect(read).toHaveCount(1);
  await expectAccessible(page);
  // One that was there already, and one that comes over the connection.
  await write(brand, giulia, memberId, `Vieni anche tu? ${secret}`);
  await page.clock.fastForward(INCOMING_MESSAGE_DELAY_MS);
  await expect(read).toHaveCount(2);
  const counted = page.waitForRequest(
    (request) => request.url().endsWith('/log/event') && /"lettura_pressing"/.test(request.postData() ?? ''),
  );
  await read.last().click();
  await expect(page.getByRole('heading', { name: t('blurred.title', {}, 'popups') })).toBeVisible();
  await counted;
  expect(received.some((text) => text.includes(her.id))).toBe(true);
  expect(received.filter((text) => text.includes(secret))).toEqual([]);

  await setLevel(member, 2);
  await page.reload();
  await expect(bubble(page, secret)).toHaveCount(2);
  await expect(read).toHaveCount(0);
});

test('what is written without a connection goes out once and in order, also after a reload', async ({
  page,
}) => {
  const member = await newcomerAtLevel(2);
  let isDown = false;
  const open = new Set<() => Promise<void>>();
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isDown) return void socket.close();
    socket.connectToServer();
    open.add(() => socket.close());
  });
  await signInAs(page, brand, member);
  await page.clock.install();
  await page.goto(withHer);
  const texts = ['Uno', 'Due', 'Tre', 'Quattro'].map(said);
  await send(page, texts[0]!);
  await expect(bubble(page, texts[0]!)).toContainText(t('ticks.sent'));
  isDown = true;
  for (const close of open) await close();
  for (const text of texts.slice(1)) {
    await send(page, text);
    await expect(bubble(page, text)).toContainText(t('ticks.sending'));
  }
  await page.reload();
  await expect(bubble(page, texts[3]!)).toContainText(t('ticks.sending'));
  isDown = false;
  // A connection that was cut while it opened is given up after a while.
  await page.clock.fastForward(2 * SOCKET.timeout);
  await expect(bubble(page, texts[3]!)).toContainText(t('ticks.sent'));
  const { messages } = await askApi(
    readMessages,
    { trackerId: member.trackerId, profileId: her.id },
    { brand, token: member.token },
  );
  expect(messages.map(({ text }) => text)).toEqual(texts);
  await expect(thread(page).locator('[data-row]')).toHaveCount(texts.length);
});

test('ten thousand messages: only those in sight are in the page, and older ones pull nobody away', async ({
  page,
}) => {
  const COUNT = 10_000;
  const member = await newcomerAtLevel(2);
  const last = said('Il primo di tanti');
  await write(brand, member, her.id, last);
  await inDatabase((db) => fillConversation(db, member, COUNT));
  await signInAs(page, brand, member);
  await page.goto(withHer);
  await expect(bubble(page, `Riga ${COUNT}.`)).toBeInViewport();
  const box = thread(page);
  // As fast as the page lets anybody scroll up, counting what is in it on the way.
  const most = await box.evaluate(async (element, wanted) => {
    let nodes = 0;
    while (!element.querySelector(`[data-row="${wanted}"]`)) {
      element.scrollTop = -element.scrollHeight;
      await new Promise(requestAnimationFrame);
      nodes = Math.max(nodes, document.querySelectorAll('*').length);
    }
    return nodes;
  }, COUNT - 1_000);
  expect(most).toBeLessThan(3_500);
  // What is read stays where it is, whatever is put before and after it.
  const middle = await box.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect();
    const rows = [...element.querySelectorAll<HTMLElement>('[data-row]')];
    return rows.find((row) => row.getBoundingClientRect().top > top + height / 2)?.dataset['row'] ?? '';
  });
  const place = () =>
    box.locator(`[data-row="${middle}"]`).evaluate((row) => Math.round(row.getBoundingClientRect().top));
  const before = await place();
  const newest = said('Ancora una');
  await write(brand, member, her.id, newest);
  await expect(page.getByRole('link', { name: her.name }).getByText('Ancora una')).toBeVisible();
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2);
  await page.getByRole('button', { name: t('toEnd') }).click();
  await expect(bubble(page, newest)).toBeInViewport();
});

/** As if the two had written to each other for years. */
async function fillConversation(
  db: Parameters<Parameters<typeof inDatabase>[0]>[0],
  { trackerId }: Newcomer,
  count: number,
): Promise<void> {
  const { rows } = await sql<{ brand_id: string; conversation_id: string; owner_id: string }>`
    select i.brand_id, i.conversation_id, i.owner_id from inbox i
    join profile p on p.brand_id = i.brand_id and p.id = i.owner_id
    join account a on a.brand_id = p.brand_id and a.id = p.account_id
    where a.tracker_id = ${trackerId} and i.other_id = ${her.id}`.execute(db);
  const { brand_id, conversation_id, owner_id } = rows[0]!;
  await sql`insert into message (brand_id, conversation_id, id, number, from_id, body, at)
    select ${brand_id}, ${conversation_id}, gen_random_uuid(), n,
      case when n % 3 = 0 then ${owner_id}::uuid else ${her.id}::uuid end, 'Riga ' || n || '.',
      now() - (${count} - n) * interval '7 minutes'
    from generate_series(2, ${count}::int) n`.execute(db);
  await sql`update inbox set last_number = ${count}, delivered_to = ${count}, read_to = ${count}
    where conversation_id = ${conversation_id}`.execute(db);
}

test('a photo waits for its check before the other one sees it', async ({ page, browser }) => {
  const member = await newcomerAtLevel(2);
  await signInAs(page, brand, member);
  await page.goto(withHer);
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles({ name: 'cat.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByText(t('photo.ready'))).toBeVisible();
  const text = said('Ecco il mio gatto');
  await send(page, text);
  await bubble(page, text)
    .getByRole('button', { name: t('photo.enlarge') })
    .click();
  await expect(page.getByRole('dialog', { name: t('photo.own') })).toBeVisible();
  await page.keyboard.press('Escape');

  // The demo approves at once. Here it takes its time.
  await setVerdict(member, 'pending');
  await page.reload();
  await expect(bubble(page, text)).toContainText(t('photo.pendingAuto'));
  const giulia = await signInBehindTheScenes(brand, 'woman');
  const hers = await otherDevice(browser, giulia);
  await hers.goto(siteUrl(brand, `/chats/${await writerOf(brand, giulia, text)}`));
  await expect(bubble(hers, text)).toContainText(t('photo.pendingTheirsAuto'));
  await expect(bubble(hers, text).getByRole('img')).toHaveCount(0);

  await setVerdict(member, 'approved');
  await hers.reload();
  await bubble(hers, text)
    .getByRole('button', { name: t('photo.show') })
    .click();
  await expect(bubble(hers, text).getByRole('img')).toBeVisible();
  await hers.context().close();
});

/** What was decided about the photos that somebody sent. The demo has decided by itself before. */
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

test('the house greets in its own words, and nobody can answer there', async ({ page }) => {
  await signInAs(page, brand, await newcomerAtLevel(0));
  await page.goto(siteUrl(brand, '/chats/000000'));
  await expect(thread(page).getByRole('link').first()).toHaveAttribute('href', '/profile');
  await expect(page.getByText(t('closed.system', { brand: 'Lunaria' }))).toBeVisible();
  await expect(input(page)).toHaveCount(0);
  await expectAccessible(page);
});

test('somebody is reported from inside the conversation, with the messages as evidence', async ({ page }) => {
  const member = await newcomerAtLevel(2);
  await write(brand, member, her.id, said('Perché mi chiedi denaro?'));
  await signInAs(page, brand, member);
  await page.goto(withHer);
  await page.getByRole('button', { name: t('menu.open') }).click();
  await page.getByRole('menuitem', { name: t('menu.report') }).click();
  const dialog = page.getByRole('dialog', { name: t('report.title', {}, 'person') });
  await dialog.getByRole('radio', { name: t('reasons.money', {}, 'person') }).check();
  await expect(dialog.getByLabel(t('report.withMessages', {}, 'person'))).toBeChecked();
  await expectAccessible(page);
  const reported = page.waitForRequest((request) => request.url().endsWith('/reports'));
  await dialog.getByRole('button', { name: t('report.submit', {}, 'person') }).click();
  expect((await reported).postDataJSON()).toMatchObject({ reason: 'money', block: true, withMessages: true });
  await page.getByRole('button', { name: t('report.close', {}, 'person') }).click();
  await expect(page).toHaveURL(siteUrl(brand, '/chats'));
  await page.goto(withHer);
  await expect(page.getByText(t('closed.blocked', { name: her.name }))).toBeVisible();
});
