import { sql } from 'kysely';
import {
  brand,
  bubble,
  giuliaProfile,
  newcomerAtLevel,
  said,
  t,
  thread,
  chatWithGiulia,
} from './chat-pages.ts';
import { inDatabase } from './database.ts';
import { desktop, expect, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import type { Newcomer } from './newcomers.ts';
import { write } from './talk.ts';

test.use({ viewport: desktop });

test('ten thousand messages: only those in sight are in the page, and older ones do not move the view', async ({
  page,
}) => {
  const COUNT = 10_000;
  const member = await newcomerAtLevel(2);
  const last = said('Il primo di tanti');
  await write(brand, member, giuliaProfile.id, last);
  await inDatabase((db) => fillConversation(db, member, COUNT));
  await signInAs(page, brand, member);
  await page.goto(chatWithGiulia);
  await expect(bubble(page, `Riga ${COUNT}.`)).toBeInViewport();
  const box = thread(page);
  // As fast as the page lets a reader scroll up, counting what is in it on the way.
  const most = await box.evaluate(async (element, wanted) => {
    let nodes = 0;
    while (!element.querySelector(`[data-row="${wanted}"]`)) {
      element.scrollTop = -element.scrollHeight;
      await new Promise(requestAnimationFrame);
      nodes = Math.max(nodes, document.querySelectorAll('*').length);
    }
    return nodes;
  }, COUNT - 300);
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
  await write(brand, member, giuliaProfile.id, newest);
  await expect(page.getByRole('link', { name: giuliaProfile.name }).getByText('Ancora una')).toBeVisible();
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
    where a.tracker_id = ${trackerId} and i.other_id = ${giuliaProfile.id}`.execute(db);
  const { brand_id, conversation_id, owner_id } = rows[0]!;
  await sql`insert into message (brand_id, conversation_id, id, number, from_id, body, at)
    select ${brand_id}, ${conversation_id}, gen_random_uuid(), n,
      case when n % 3 = 0 then ${owner_id}::uuid else ${giuliaProfile.id}::uuid end, 'Riga ' || n || '.',
      now() - (${count} - n) * interval '7 minutes'
    from generate_series(2, ${count}::int) n`.execute(db);
  await sql`update inbox set last_number = ${count}, delivered_to = ${count}, read_to = ${count}
    where conversation_id = ${conversation_id}`.execute(db);
}
