import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import shell from '#console/locales/it/shell.json' with { type: 'json' };
import { type PageName, pages, paths } from '#console/shell/paths.ts';
import { reportPerson } from '#contract/moderation/reports.ts';
import { claimNext } from '#contract/staff/chat.ts';
import { sendOwnTicket } from '#contract/support/contact.ts';
import { askApi } from './ask-api.ts';
import { buy } from './buy.ts';
import { newcomerAtLevel } from './chat-pages.ts';
import { consoleUrl, openConsoleAs } from './console-pages.ts';
import { expect, follow, test } from './fixtures.ts';
import { showToOthers } from './newcomers.ts';
import { largeDesk, largePhone, narrowPhone, openReader } from './readable.ts';
import { staffProfiles } from './staff-work.ts';
import { hire, openStaff, ownerToken } from './staff.ts';
import { write } from './talk.ts';

const brand = 'lunaria';
const windows = [largePhone, narrowPhone, largeDesk];

/** Where a page about one thing is opened from. */
const lists: Partial<Record<PageName, PageName>> = {
  conversation: 'conversations',
  hostReplies: 'board',
  readAlong: 'board',
  moderationCase: 'moderation',
  member: 'members',
  payment: 'payments',
  ticket: 'tickets',
  mail: 'outbox',
};
const words = join(import.meta.dirname, '../console/src/locales/it');
const titles = Object.assign(
  {},
  ...globSync(join(words, '*.json')).map(
    (file) => (JSON.parse(readFileSync(file, 'utf8')) as { page?: object }).page,
  ),
);
const visitors: readonly PageName[] = ['signIn', 'invitation'];

/** Something of everything that the console shows; answers with the address of a member who has bought something. */
async function makeWork(): Promise<string> {
  const [luna, marta] = await staffProfiles();
  if (!luna || !marta) throw new Error('the demo has too few staff profiles');
  const [marco, paolo] = [await newcomerAtLevel(2), await newcomerAtLevel(2)];
  await write(brand, paolo, marta.id, 'Buonasera!');
  await askApi(claimNext, {}, { token: await openStaff(await hire('host', 'Ines')) });
  await write(brand, marco, luna.id, 'Ciao, sei mai stata a Napoli? Ci vado in autunno con la moto.');
  const { token, trackerId, email } = marco;
  const ticket = { id: randomUUID(), topic: 'payment', text: 'Non trovo la ricevuta di ottobre.' } as const;
  await askApi(sendOwnTicket, { trackerId, email, ...ticket }, { token });
  const report = { profileId: await showToOthers(paolo), reason: 'money', text: 'Chiede soldi.' } as const;
  await askApi(reportPerson, { trackerId, ...report, block: false }, { token });
  await buy(brand, marco, 'credits-100');
  return email;
}

/** Goes to a page and waits until it has come, with what it fetches. */
async function goTo(page: Page, name: PageName, address: string): Promise<void> {
  await follow(page, `/console${address}`);
  const title = titles[name] ?? titles[lists[name] ?? name] ?? '';
  await expect(page).toHaveTitle(new RegExp(`^(?:\\(\\d+\\) )?${title} · Console`));
  await expect(page.getByRole('status').getByText(shell.loading)).toHaveCount(0);
}

/** The address of a page; of one about something, the first that its list leads to. */
async function addressOf(page: Page, name: PageName, email: string): Promise<string> {
  const list = lists[name];
  if (!list) return pages[name];
  await goTo(page, list, list === 'payments' ? paths.findPayments(email) : pages[list]);
  const pattern = pages[name].replaceAll(/:(\w+)/g, (_, part: string) =>
    part === 'brand' ? '(?:lunaria|verbena)' : '[^/?]+',
  );
  const found = async () => {
    const links = await page
      .locator('main a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    return links.find((href) => new RegExp(`^/console${pattern}(?:\\?|$)`).test(href ?? ''));
  };
  await expect.poll(found, { message: name }).toBeDefined();
  return ((await found()) ?? '').replace('/console', '');
}

test.describe.configure({ timeout: 180_000 });

test('every page of the console can be read and pressed in large text and in narrow windows', async ({
  browser,
}) => {
  const email = await makeWork();
  const page = await openConsoleAs(browser, ownerToken());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const lead = (Object.keys(pages) as PageName[]).filter((name) => !visitors.includes(name));
  // A page and its list have the same title, by which each is waited for: they must not follow each other.
  const names = [...lead.filter((name) => !lists[name]), ...lead.filter((name) => lists[name])];
  const addresses = new Map<PageName, string>();
  for (const name of names) addresses.set(name, await addressOf(page, name, email));
  const reader = await openReader(page);
  for (const window of windows) {
    await reader.resize(window);
    for (const [name, address] of addresses) {
      await goTo(page, name, address);
      await reader.expectReadable(name, [window]);
    }
  }

  await test.step('the menu and what it leads out of the page to', async () => {
    await goTo(page, 'people', pages.people);
    await reader.resize(largePhone);
    await page.getByRole('button', { name: shell.menu, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await reader.expectReadable('the menu', [largePhone, narrowPhone]);
    await page.getByRole('dialog').getByRole('button', { name: shell.close }).click();
    await page.getByRole('button', { name: 'Invita una persona' }).click();
    await expect(page.getByRole('dialog', { name: 'Invita una persona' })).toBeVisible();
    await reader.expectReadable('an invitation', windows);
  });
});

test('who has not come in yet can read and press everything as well', async ({ page }) => {
  const reader = await openReader(page);
  for (const name of visitors) {
    await page.goto(consoleUrl(pages[name].slice(1)));
    await expect(page.getByRole('heading').first()).toBeVisible();
    await reader.expectReadable(name, windows);
  }
});
