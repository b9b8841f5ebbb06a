/** The accounts that any visitor can sign in as in the demo. */

import type { App } from '#server/app.ts';
import { demoBrand, demoId } from './brand.ts';
import type { DemoBrand, DemoCountry } from './brand.ts';
import { readEmails } from './queries.ts';

/** An account to sign in with, to see one more state of the product. */
interface TrialCase {
  /** The first part of the address, in the language of the country. */
  address: Record<DemoCountry, string>;
  note: string;
  gender?: 'female';
  flowId?: string;
  level?: 0 | 1 | 2;
  /** Beyond those a newcomer of the flow gets. */
  messageCredits?: number;
  /** A plan that was bought. */
  plan?: string;
  disabled?: true;
  emailUnconfirmed?: true;
  /** Signed up a moment ago: no region, no words, no picture. */
  blank?: true;
}

const trialCases: readonly TrialCase[] = [
  { address: { it: 'libero', es: 'libre' }, note: 'level 0 with the credits of a newcomer' },
  {
    address: { it: 'crediti', es: 'creditos' },
    note: 'level 1 with 250 message credits',
    level: 1,
    messageCredits: 250,
  },
  {
    address: { it: 'vip', es: 'vip' },
    note: 'level 2, with a monthly plan',
    level: 2,
    messageCredits: 50,
    plan: 'vip-month',
  },
  { address: { it: 'donna', es: 'mujer' }, note: 'a woman who seeks men', gender: 'female' },
  { address: { it: 'plain', es: 'plain' }, note: 'flow 0000, the plain one', flowId: '0000' },
  {
    address: { it: 'conferma', es: 'confirmar' },
    note: 'flow 11, address not confirmed yet',
    flowId: '11',
    emailUnconfirmed: true,
  },
  { address: { it: 'eta', es: 'edad' }, note: 'flow 12, age verification', flowId: '12' },
  { address: { it: 'inviti', es: 'invitaciones' }, note: 'flow 13, invites', flowId: '13' },
  { address: { it: 'ai', es: 'ia' }, note: 'flow 14, AI companions shown', flowId: '14' },
  { address: { it: 'nuovo', es: 'nuevo' }, note: 'no region yet', blank: true },
  { address: { it: 'disabled', es: 'disabled' }, note: 'disabled: cannot sign in', disabled: true },
  {
    address: { it: 'pagine', es: 'paginas' },
    note: 'flow 15, three free pages of a search, an offer after a purchase',
    flowId: '15',
  },
  { address: { it: 'riservati', es: 'reservados' }, note: 'flow 16, reserved profiles', flowId: '16' },
  { address: { it: 'cornice', es: 'recuadro' }, note: 'flow 17, a page in a frame', flowId: '17' },
];

/** Where they live and what they are called, in the order of the cases. */
const people: Record<
  DemoCountry,
  readonly (readonly [name: string, age: number, region: string, city: string])[]
> = {
  it: [
    ['Marco', 38, 'Lazio', 'Roma'],
    ['Stefano', 45, 'Lombardia', 'Milano'],
    ['Alessandro', 52, 'Toscana', 'Firenze'],
    ['Giulia', 36, 'Lazio', 'Roma'],
    ['Paolo', 57, 'Piemonte', 'Torino'],
    ['Matteo', 29, 'Emilia-Romagna', 'Bologna'],
    ['Davide', 41, 'Campania', 'Napoli'],
    ['Roberto', 49, 'Veneto', 'Verona'],
    ['Enrico', 33, 'Liguria', 'Genova'],
    ['Luca', 31, 'Puglia', 'Bari'],
    ['Fabio', 44, 'Sicilia', 'Palermo'],
    ['Simone', 40, 'Lombardia', 'Milano'],
    ['Andrea', 47, 'Lombardia', 'Bergamo'],
    ['Nicola', 35, 'Lazio', 'Latina'],
  ],
  es: [
    ['Pablo', 38, 'Comunidad de Madrid', 'Madrid'],
    ['Sergio', 45, 'Cataluña', 'Barcelona'],
    ['Alejandro', 52, 'Andalucía', 'Sevilla'],
    ['Lucía', 36, 'Comunidad de Madrid', 'Madrid'],
    ['Vicente', 57, 'Comunidad Valenciana', 'Valencia'],
    ['Diego', 29, 'Aragón', 'Zaragoza'],
    ['Óscar', 41, 'Región de Murcia', 'Murcia'],
    ['Iker', 49, 'País Vasco', 'Bilbao'],
    ['Mario', 33, 'Galicia', 'Vigo'],
    ['Javier', 31, 'Andalucía', 'Málaga'],
    ['Rubén', 44, 'Asturias', 'Gijón'],
    ['Hugo', 40, 'Andalucía', 'Granada'],
    ['Jorge', 47, 'Andalucía', 'Córdoba'],
    ['Álvaro', 35, 'Cataluña', 'Tarragona'],
  ],
};

export interface TrialAccount {
  /** The first part of the Italian address, which tells the cases apart in every brand. */
  name: string;
  accountId: string;
  profileId: string;
  email: string;
  note: string;
  screenName: string;
  gender: 'female' | 'male';
  seeks: 'female' | 'male';
  age: number;
  /** Nothing but a name so far. */
  blank: boolean;
  region: string | null;
  city: string | null;
  flowId: string;
  level: 0 | 1 | 2;
  messageCredits: number;
  plan: string | null;
  disabled: boolean;
  emailConfirmed: boolean;
}

/** The accounts of a brand; a brand without the flow of a case goes without that case. */
export function trialAccounts({ key, country, domain, flows, defaultFlow }: DemoBrand): TrialAccount[] {
  return trialCases.flatMap(({ address, ...options }, index) => {
    const [screenName, age, region, city] = people[country][index] ?? ['', 0, null, null];
    const flowId = options.flowId ?? defaultFlow;
    if (!flows.has(flowId)) return [];
    const gender = options.gender ?? 'male';
    const blank = options.blank ?? false;
    return {
      name: address.it,
      accountId: demoId(`${key} trial account ${address.it}`, index),
      profileId: demoId(`${key} trial profile ${address.it}`, index),
      email: `${address[country]}@demo.${domain}`,
      note: options.note,
      screenName,
      gender,
      seeks: gender === 'female' ? ('male' as const) : ('female' as const),
      age,
      blank,
      region: blank ? null : region,
      city: blank ? null : city,
      flowId,
      level: options.level ?? 0,
      messageCredits: options.messageCredits ?? 0,
      plan: options.plan ?? null,
      disabled: options.disabled ?? false,
      emailConfirmed: !options.emailUnconfirmed,
    };
  });
}

/** The accounts that are really there, to be listed at the start. */
export async function demoAccounts(app: App): Promise<{ brand: string; email: string; note: string }[]> {
  const listed = app.brands.all().flatMap((brand) => {
    if (!brand.settings.demo) return [];
    return trialAccounts(demoBrand(brand)).map(({ accountId, note }) => ({ brand, accountId, note }));
  });
  if (listed.length === 0) return [];
  const rows = await readEmails(
    app.db,
    listed.map(({ accountId }) => accountId),
  );
  const emails = new Map(rows.map(({ brand_id, id, email }) => [`${brand_id} ${id}`, email]));
  return listed.flatMap(({ brand, accountId, note }) => {
    const email = emails.get(`${brand.id} ${accountId}`);
    return email === undefined ? [] : [{ brand: brand.settings.title, email, note }];
  });
}
