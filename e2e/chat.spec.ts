import { readMessages } from '../contract/chat/conversations.ts';
import { EVENTS_SENT_AFTER_MS, INCOMING_MESSAGE_DELAY_MS, SOCKET } from '../contract/kernel/constants.ts';
import { askApi } from './ask-api.ts';
import {
  brand,
  bubble,
  her,
  input,
  mark,
  newcomerAtLevel,
  otherDevice,
  said,
  send,
  setLevel,
  t,
  thread,
  withHer,
} from './chat-pages.ts';
import { desktop, expect, expectAccessible, follow, phone, siteUrl, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { signInBehindTheScenes, write, writerOf } from './talk.ts';

test.use({ viewport: desktop });

/** The server has it. She may be here in another journey meanwhile, and then it has reached her, too. */
const taken = new RegExp(`${t('ticks.sent')}|${t('ticks.delivered')}`);

test('two people talk: first words, typing, marks, and a moment before an answer appears', async ({
  page,
  browser,
}) => {
  await signInAs(page, brand, await newcomerAtLevel(2));
  await page.clock.install();
  await page.goto(withHer);
  await expect(page.getByRole('heading', { name: t('icebreaker.title', { name: her.name }) })).toBeVisible();
  const starter = t('starters.evening', { name: her.name });
  await page.getByRole('button', { name: starter }).click();
  await expect(input(page)).toHaveValue(starter);
  const first = said('Buonasera Giulia, ami il mare d’inverno?');
  await input(page).fill(first);
  await page.keyboard.press('Enter');
  await expect(bubble(page, first)).toContainText(taken);
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
  // What is still being written is counted nowhere: the one unread message is the welcome.
  await expect(
    page.getByRole('link', { name: her.name }).getByText(t('typing', { name: her.name }, 'chats')),
  ).toBeAttached();
  await expect(page).toHaveTitle(/^\(1\) /);
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

test.describe('on a phone', () => {
  test.use({ viewport: phone, isMobile: true, hasTouch: true });

  test('what can be done with a message opens by its button, and by a finger that stays', async ({
    page,
  }) => {
    const member = await newcomerAtLevel(2);
    const texts = [said('Buonasera'), said('Ci sei?')] as const;
    for (const text of texts) await write(brand, member, her.id, text);
    await signInAs(page, brand, member);
    await page.goto(withHer);
    const button = bubble(page, texts[0]).getByRole('button', { name: t('message.menu') });
    expect((await button.boundingBox())?.width).toBeGreaterThanOrEqual(44);
    await expect(button).toHaveCSS('opacity', '1');
    await button.tap();
    await expect(page.getByRole('menuitem', { name: t('message.copy') })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);

    const { x, y } = (await bubble(page, texts[1]).getByText(texts[1]).boundingBox())!;
    const finger = await page.context().newCDPSession(page);
    const touchPoints = [{ x: x + 20, y: y + 10 }];
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    const remove = page.getByRole('menuitem', { name: t('message.delete') });
    await expect(remove).toBeVisible();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    // The lifted finger has reached the page once the next touch has.
    await remove.tap();
    await expect(bubble(page, texts[1])).toBeHidden();
    await expect(bubble(page, texts[0])).toBeVisible();
  });
});

test('who runs out of credits keeps the words and is shown the way on', async ({ page }) => {
  await signInAs(page, brand, await newcomerAtLevel(0), { cookies: true });
  const counted = page.waitForRequest(
    (request) => request.url().endsWith('/log/events') && /"ko_msg"/.test(request.postData() ?? ''),
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
    await expect(popup.or(bubble(page, text).getByText(taken))).toBeVisible();
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

  await test.step('the brand greets in its own words, and nobody can answer there', async () => {
    await follow(page, '/chats/000000');
    await expect(thread(page).getByRole('link').first()).toHaveAttribute('href', '/profile');
    await expect(page.getByText(t('closed.system', { brand: 'Lunaria' }))).toBeVisible();
    await expect(input(page)).toHaveCount(0);
    await expectAccessible(page);
  });
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
  await signInAs(page, brand, member, { cookies: true });
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
    (request) => request.url().endsWith('/log/events') && /"lettura_pressing"/.test(request.postData() ?? ''),
  );
  await read.last().click();
  await expect(page.getByRole('heading', { name: t('blurred.title', {}, 'popups') })).toBeVisible();
  await page.clock.fastForward(EVENTS_SENT_AFTER_MS);
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
  await expect(bubble(page, texts[0]!)).toContainText(taken);
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
  await expect(bubble(page, texts[3]!)).toContainText(taken);
  const { messages } = await askApi(
    readMessages,
    { trackerId: member.trackerId, profileId: her.id },
    { brand, token: member.token },
  );
  expect(messages.map(({ text }) => text)).toEqual(texts);
  await expect(thread(page).locator('[data-row]')).toHaveCount(texts.length);
});
