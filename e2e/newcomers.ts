import { randomUUID } from 'node:crypto';
import { register } from '#contract/account/sign-up.ts';
import { saveOwnProfile } from '#contract/profile/own-profile.ts';
import { printLink } from '../scripts/lib/print-link.ts';
import { askApi } from './ask-api.ts';
import { inDatabase } from './database.ts';
import type { BrandKey } from './fixtures.ts';

const homes = {
  lunaria: { region: 'Lazio', city: 'Roma' },
  verbena: { region: 'Comunidad de Madrid', city: 'Madrid' },
} as const;

/** An address that no account has yet. */
export function newAddress(brand: BrandKey): string {
  return `e2e-${randomUUID()}@${brand}.example`;
}

export interface Newcomer {
  email: string;
  password: string;
  token: string;
  trackerId: string;
}

/** A new member, signed up without the pages for it. */
export async function signUpBehindTheScenes(
  brand: BrandKey,
  flowId = '7',
  home: { region: string; city?: string } = homes[brand],
  gender: 'female' | 'male' = 'male',
): Promise<Newcomer> {
  const email = newAddress(brand);
  const password = randomUUID();
  const member = {
    ...home,
    email,
    password,
    flowId,
    trackerId: randomUUID(),
    gender,
    seeks: gender === 'male' ? 'female' : 'male',
    age: 40,
    terms: true,
    adult: true,
  } as const;
  const { result } = await askApi(register, { member }, { brand });
  const { token, trackerId } = result;
  // The questions after the sign-up have a journey of their own.
  await askApi(saveOwnProfile, { trackerId, introduced: true }, { brand, token });
  return { email, password, token, trackerId };
}

/** Lets others see the member at once, as a moderator would later, and gives the id of their profile. */
export async function showToOthers({ trackerId }: Pick<Newcomer, 'trackerId'>): Promise<string> {
  let id = '';
  await inDatabase(async (db) => {
    const shown = await db
      .updateTable('profile as p')
      .from('account as a')
      .set({ status: 'visible', moderated_at: new Date() })
      .whereRef('a.brand_id', '=', 'p.brand_id')
      .whereRef('a.id', '=', 'p.account_id')
      .where('a.tracker_id', '=', trackerId)
      .returning('p.id')
      .executeTakeFirstOrThrow();
    ({ id } = shown);
  });
  return id;
}

type LinkOptions = { email: string; red?: string; atHome?: boolean };

/** A link as it stands in a mail of ours or a partner's, as the operator's command makes it: its path and query. */
export async function mintLink(
  brand: BrandKey,
  purpose: 'autologin' | 'external',
  { email, red = '/', atHome = false }: LinkOptions,
): Promise<string> {
  const { region, city } = homes[brand];
  let address = '';
  await inDatabase(async (db, config) => {
    const terminal = { log: (line: string) => (address = line), error: console.error };
    const options = { brand, email, red, ...(atHome && { region, city }) };
    await printLink({ config, db, terminal }, purpose, options);
  });
  const { pathname, search } = new URL(address);
  return pathname + search;
}
