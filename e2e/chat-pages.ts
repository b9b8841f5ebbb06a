import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import { demoId } from '#server/demo/brand.ts';
import { inDatabase } from './database.ts';
import { awaitLife, phone, siteUrl } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { type Newcomer, signUpBehindTheScenes } from './newcomers.ts';
import { words } from './words.ts';

export const brand: BrandKey = 'lunaria';
export const t = (key: string, values: Record<string, string | number> = {}, file = 'chat') =>
  words(brand, file, key).replaceAll(/{{(\w+)[^}]*}}/g, (_, name: string) => String(values[name]));
export const giuliaProfile = { id: demoId('lunaria trial profile donna', 3), name: 'Giulia' };
export const chatWithGiulia = siteUrl(brand, `/chats/${giuliaProfile.id}`);
/** Letters alone: digits may be taken for a telephone number. */
export const mark = () => randomUUID().replaceAll(/[\d-]/g, '');
/** Words that no other message in these tests has. */
export const said = (text: string) => `${text} ${mark()}`;

export const thread = (page: Page): Locator => page.getByRole('region', { name: /^I messaggi con / });
export const bubble = (page: Page, text: string): Locator =>
  thread(page).locator('[data-row]', { hasText: text });
export const input = (page: Page): Locator => page.getByRole('textbox');

export async function send(page: Page, text: string): Promise<void> {
  await input(page).fill(text);
  await page.getByRole('button', { name: t('write.send'), exact: true }).click();
}

/** A second person at another device. */
export async function otherDevice(
  browser: Browser,
  who: Pick<Newcomer, 'token' | 'trackerId'>,
): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, reducedMotion: 'reduce' });
  const page = awaitLife(await context.newPage());
  await signInAs(page, brand, who);
  return page;
}

export async function newcomerAtLevel(level: 0 | 2): Promise<Newcomer> {
  const member = await signUpBehindTheScenes(brand);
  if (level > 0) await setLevel(member, level);
  return member;
}

export async function setLevel({ trackerId }: Newcomer, level: number): Promise<void> {
  await inDatabase(async (db) => {
    await sql`update account set level = ${level} where tracker_id = ${trackerId}`.execute(db);
  });
}
