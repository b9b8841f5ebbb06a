import { sql } from 'kysely';
import sharp from 'sharp';
import {
  brand,
  bubble,
  her,
  newcomerAtLevel,
  otherDevice,
  said,
  send,
  t,
  thread,
  withHer,
} from './chat-pages.ts';
import { inDatabase } from './database.ts';
import { desktop, expect, follow, siteUrl, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import type { Newcomer } from './newcomers.ts';
import { signInBehindTheScenes, write, writerOf } from './talk.ts';

test.use({ viewport: desktop });

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
  }, COUNT - 500);
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

  await test.step('somebody is reported from inside the conversation, with the messages as evidence', async () => {
    await page.getByRole('button', { name: t('menu.open') }).click();
    await page.getByRole('menuitem', { name: t('menu.report') }).click();
    const dialog = page.getByRole('dialog', { name: t('report.title', {}, 'person') });
    await dialog.getByRole('radio', { name: t('reasons.money', {}, 'person') }).check();
    await expect(dialog.getByLabel(t('report.withMessages', {}, 'person'))).toBeChecked();
    const reported = page.waitForRequest((request) => request.url().endsWith('/reports'));
    await dialog.getByRole('button', { name: t('report.submit', {}, 'person') }).click();
    expect((await reported).postDataJSON()).toMatchObject({
      reason: 'money',
      block: true,
      withMessages: true,
    });
    await page.getByRole('button', { name: t('report.close', {}, 'person') }).click();
    await expect(page).toHaveURL(siteUrl(brand, '/chats'));
    await follow(page, `/chats/${her.id}`);
    await expect(page.getByText(t('closed.blocked', { name: her.name }))).toBeVisible();
  });
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
  await expect(bubble(page, text)).toContainText(new RegExp(`${t('ticks.sent')}|${t('ticks.delivered')}`));
  await bubble(page, text)
    .getByRole('button', { name: t('photo.enlarge') })
    .click();
  const enlarged = page.getByRole('dialog', { name: t('photo.own') });
  await expect(enlarged).toBeVisible();
  await enlarged.press('Escape');
  await expect(enlarged).toBeHidden();

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
  // While a profile waits for moderation there is no page to open, and the header says so.
  await inDatabase(async (db) => {
    await sql`update profile p set status = 'pending', moderated_at = null from account a
      where a.brand_id = p.brand_id and a.id = p.account_id and a.tracker_id = ${member.trackerId}`.execute(
      db,
    );
  });
  await hers.reload();
  await bubble(hers, text)
    .getByRole('button', { name: t('photo.show') })
    .click();
  await expect(bubble(hers, text).getByRole('img')).toBeVisible();

  await expect(hers.getByText(t('status.inReview'))).toBeVisible();
  await hers.getByRole('button', { name: t('menu.open') }).click();
  await expect(hers.getByRole('menuitem', { name: t('menu.report') })).toBeVisible();
  await expect(hers.getByRole('menuitem', { name: t('menu.profile') })).toHaveCount(0);
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
