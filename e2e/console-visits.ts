import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import shell from '#console/locales/it/shell.json' with { type: 'json' };
import { type PageName, pages, paths } from '#console/shell/paths.ts';
import { reportPerson } from '#contract/moderation/reports.ts';
import { claimNext } from '#contract/staff/chat.ts';
import { openImport } from '#contract/staff/profile-imports.ts';
import { sendOwnTicket } from '#contract/support/contact.ts';
import { askApi } from './ask-api.ts';
import { buy } from './buy.ts';
import { newcomerAtLevel } from './chat-pages.ts';
import { expect, follow } from './fixtures.ts';
import { showToOthers } from './newcomers.ts';
import { staffProfiles } from './staff-work.ts';
import { hire, openStaff, ownerToken } from './staff.ts';
import { write } from './talk.ts';

const brand = 'lunaria';

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
  profile: 'profiles',
  profileImport: 'profileImports',
  brand: 'brands',
  flow: 'flows',
  plan: 'flows',
};

/** Of one brand, and of nothing else. */
const ofBrand = (name: PageName): string => pages[name].replace(':brand', brand);

const words = join(import.meta.dirname, '../console/src/locales/it');
const titles: Partial<Record<PageName, string>> = Object.assign(
  {},
  ...globSync(join(words, '*.json')).map(
    (file) => (JSON.parse(readFileSync(file, 'utf8')) as { page?: object }).page,
  ),
);

/** Pages that need no session. */
export const consoleEntries: readonly PageName[] = ['signIn', 'invitation'];

/** Something of everything that the console shows; answers with the address of a member who has bought something. */
export async function makeWork(): Promise<string> {
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
  const profiles = { brand, importId: randomUUID(), name: 'autunno.csv' };
  await askApi(openImport, profiles, { token: ownerToken() });
  return email;
}

/** Goes to a page and waits until it has come, with what it fetches. */
export async function goTo(page: Page, name: PageName, address: string): Promise<void> {
  await follow(page, `/console${address}`);
  const title = titles[name] ?? titles[lists[name] ?? name] ?? '';
  await expect(page).toHaveTitle(new RegExp(`^(?:\\(\\d+\\) )?${title} · Console`));
  await expect(page.getByRole('status').getByText(shell.loading)).toHaveCount(0);
}

/** The address of a page; of one about something, the first that its list leads to. */
async function addressOf(page: Page, name: PageName, email: string): Promise<string> {
  const list = lists[name];
  if (!list) return ofBrand(name);
  const narrowed: Partial<Record<PageName, string>> = {
    payments: paths.findPayments(email),
    flows: `${pages.flows}?brand=${brand}`,
  };
  await goTo(page, list, narrowed[list] ?? ofBrand(list));
  const pattern = pages[name].replaceAll(/:(\w+)/g, (_, part: string) =>
    part === 'brand' ? '(?:lunaria|verbena)' : part === 'id' ? '[\\da-f-]{36}' : '[^/?]+',
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

/** Every page of the console behind the sign-in. No page follows its list: both have the same title, by which each is waited for. */
export async function consoleAddresses(page: Page, email: string): Promise<Map<PageName, string>> {
  const within = (Object.keys(pages) as PageName[]).filter((name) => !consoleEntries.includes(name));
  const names = [...within.filter((name) => !lists[name]), ...within.filter((name) => lists[name])];
  const addresses = new Map<PageName, string>();
  for (const name of names) addresses.set(name, await addressOf(page, name, email));
  return addresses;
}
