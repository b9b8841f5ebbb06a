/**
 * The SQL that invents people and what they think of one another. Everything about a person follows from their number
 * `n`, so the same scale gives the same rows on every machine.
 */

import pg from 'pg';
import type { Country } from '#contract/countries/list.ts';
import { DAY } from '#server/platform/clock.ts';

export interface Scale {
  people: number;
  reactions: number;
  /** Men who have swiped a great deal, and as many women whom a great many like. They have the first numbers. */
  devoted: number;
  /** How many each of those men has swiped. */
  swipes: number;
}

export interface Home {
  brandId: string;
  country: Country;
  flowId: string;
  /** The moment that years and days are counted back from. */
  now: Date;
}

/** Men who have gone through much of the deck, and people who have not begun with it. */
export function numbersOf({ people, devoted }: Scale) {
  return { lastDevoted: 2 * devoted, firstNewcomer: Math.floor(people * 0.99) };
}

/** By which accounts are found. */
export const trackerIdOf = (n: number) => `click-${n}`;

const HISTORY = 730 * DAY;
const MOST_REACTIONS = 2_000;
const BITS = '4503599627370495';
const NAMES = [
  'Ada',
  'Bruno',
  'Carla',
  'Dario',
  'Elena',
  'Fabio',
  'Gaia',
  'Ivo',
  'Lia',
  'Marco',
  'Nora',
  'Pia',
];
const SENTENCE = 'Long walks, short mails and an evening that ends later than it should have. ';

/** A number from 0 to 1 that a person's number and a question lead to. */
const chance = (n: string, question: number) =>
  `((hashint8extended((${n})::bigint, ${question}) & ${BITS}) / 4503599627370496::float8)`;

/** Men have odd numbers, women even ones. */
const isMale = (n: string) => `(${n} % 2 = 1)`;

/** The statements for people whose numbers lie in a range, and for all together. */
export function peopleStatements({ brandId, country, flowId, now }: Home, scale: Scale) {
  const { people, reactions, devoted, swipes } = scale;
  const { lastDevoted, firstNewcomer } = numbersOf(scale);
  const brand = `${pg.escapeLiteral(brandId)}::uuid`;
  const home = pg.escapeLiteral(country);
  const today = `${pg.escapeLiteral(now.toISOString())}::timestamptz`;
  /** Those of one gender who are not devoted. */
  const ordinary = Math.floor(people / 2) - devoted;
  const stride = [7_919, 7_907, 7_901].find((prime) => ordinary % prime !== 0) ?? 1;
  const likesOfPopular = Math.min(Math.floor(swipes / 4), ordinary - 1);

  const createdMs = (n = 'n') => `(${now.getTime() - HISTORY} + (${n})::bigint * ${HISTORY} / ${people})`;
  const created = `to_timestamp(${createdMs()} / 1000.0)`;
  /** Uuids of version 7, in the order in which people came. */
  const idOf = (what: 'account' | 'ledger entry' | 'profile' | 'photo' | 'blurred photo', n = 'n') => {
    const time = `lpad(to_hex(${createdMs(n)}), 12, '0')`;
    return `overlay(overlay(md5('${what} ' || ${n}) placing ${time} || '7' from 1 for 13) placing '8' from 17)::uuid`;
  };
  const isDevoted = `(n <= ${lastDevoted})`;
  const kind = `case when ${isDevoted} or ${chance('n', 1)} < 0.9 then 'member'
    when ${chance('n', 1)} < 0.98 then 'staff' else 'ai' end`;
  const status = `case when ${isDevoted} or ${kind} <> 'member' or ${chance('n', 2)} < 0.94 then 'visible'
    when ${chance('n', 2)} < 0.97 then 'pending' when ${chance('n', 2)} < 0.99 then 'hidden' else 'rejected' end`;
  const seeksOwnGender = `(not ${isDevoted} and ${chance('n', 3)} < 0.06)`;
  const seeks = `case when ${isMale('n')} = ${seeksOwnGender} then 'male' else 'female' end`;
  const level = `case when ${isDevoted} or ${chance('n', 4)} < 0.08 then 2 when ${chance('n', 4)} < 0.2 then 1 else 0 end`;
  /** The j-th ordinary one of a gender whom a person meets. A stride that goes all round meets each once. */
  const other = (n: string, male: string) => {
    const turn = `((hashint8extended((${n})::bigint, 5) & ${BITS}) + j::bigint * ${stride}) % ${ordinary}`;
    return `(2 * (${devoted} + ${turn}) + case when ${male} then 1 else 2 end)`;
  };

  /** Towns by the share of the country's people who live there. */
  const places = [
    `create temp table scale_place on commit drop as
    select row_number() over (order by id) - 1 as number, region, name, sum(population) over (order by id) as upto
    from place where country = ${home} and population > 0`,
    'analyze scale_place',
  ];

  const inRange = (from: number, to: number) => `generate_series(${from}, ${to}) as n`;

  const peopleIn = (from: number, to: number) => [
    `insert into account (brand_id, id, tracker_id, email, email_confirmed_at, flow_id, level, seeks, language,
      accepted_at, created_at)
    select ${brand}, ${idOf('account')}, 'click-' || n, 'member-' || n || '@people.example',
      case when ${chance('n', 10)} < 0.8 then ${created} end, ${pg.escapeLiteral(flowId)}, ${level}, ${seeks},
      ${home}, ${created}, ${created}
    from ${inRange(from, to)} where ${kind} = 'member'`,
    `insert into balance (brand_id, account_id, like_credits)
    select ${brand}, ${idOf('account')}, case when n % 10 = 0 then 3 else 0 end
    from ${inRange(from, to)} where ${kind} = 'member'`,
    `insert into ledger_entry (brand_id, id, account_id, credit, amount, reason, idempotency_key, created_at)
    select ${brand}, ${idOf('ledger entry')}, ${idOf('account')}, 'like', 3, 'welcome', 'welcome', ${created}
    from ${inRange(from, to)} where ${kind} = 'member' and n % 10 = 0`,
    `insert into profile (brand_id, id, kind, account_id, status, gender, screen_name, birth_year, country, region,
      city, about, description, looking_for, details, moderated_at, hidden_by_owner, paying,
      last_active_at, created_at)
    select ${brand}, ${idOf('profile')}, kind, case when kind = 'member' then ${idOf('account')} end,
      status, case when ${isMale('n')} then 'male' else 'female' end,
      (array[${NAMES.map((name) => `'${name}'`).join(', ')}])[1 + n % ${NAMES.length}] || ' ' || n % 100,
      ${now.getUTCFullYear() - 18} - floor(62 * power(${chance('n', 11)}, 1.6))::int, ${home}, region, name,
      left('${SENTENCE}', 20 + n % 50), repeat('${SENTENCE}', 1 + n % 7), repeat('${SENTENCE}', n % 3),
      jsonb_build_object('hairColour', (array['blond', 'brown', 'red', 'dark blond', 'black', 'dyed'])[1 + n % 6],
        'height', 150 + n % 45, 'weight', 45 + n % 50), case when status <> 'pending' then ${created} end, status = 'hidden',
      kind = 'member' and ${level} > 0, ${today} - power(${chance('n', 12)}, 4) * interval '180 days', ${created}
    from (select n, ${kind} as kind, ${status} as status,
        width_bucket(${chance('n', 14)} * (select max(upto)::float8 from scale_place),
          (select array_agg(upto::float8 order by number) from scale_place)) as number
      from ${inRange(from, to)} offset 0) as person
    join scale_place using (number)`,
    `insert into photo (brand_id, id, profile_id, position, status, width, height, widths, thumbhash, blur_id,
      created_at)
    select ${brand}, ${idOf('photo')}, ${idOf('profile')}, 0, 'approved', 960, 1200, array[160, 480, 960],
      left(md5(n::text), 28), ${idOf('blurred photo')}, ${created}
    from ${inRange(from, to)}`,
  ];

  const mean = Math.max(0, reactions - devoted * (swipes + likesOfPopular)) / (firstNewcomer - lastDevoted);
  const most = Math.min(MOST_REACTIONS, ordinary - 1);
  const pair = 'n::bigint * 4096 + j';
  /** Most people have given a few, some hundreds. */
  const reactionsOf = (from: number, to: number) => [
    `insert into reaction (brand_id, from_id, to_id, kind, at, read_at)
    select ${brand}, from_id, to_id, kind, at,
      case when kind <> 'dislike' and ${chance('pair', 24)} < 0.6 then at + interval '1 hour' end
    from (select ${pair} as pair, ${idOf('profile')} as from_id,
        ${idOf('profile', other('n', `${seeks} = 'male'`))} as to_id,
        case when ${chance(pair, 22)} < 0.45 then 'like' when ${chance(pair, 22)} < 0.8 then 'dislike'
          else 'visit' end as kind,
        ${today} - power(${chance(pair, 23)}, 2) * interval '180 days' as at
      from ${inRange(from, to)} cross join lateral generate_series(1, least(${most},
        floor(${mean / 2} / sqrt(${chance('n', 20)} + 1e-9) + ${chance('n', 21)}))::int) as j
      where not ${isDevoted} and n < ${firstNewcomer} offset 0) as given
    where from_id <> to_id`,
  ];

  const swipers = (from: number, to: number) =>
    `${inRange(from, to)} where n % 4 = 3 and not ${isDevoted} and n < ${firstNewcomer}`;
  /** Half of the men have decided on a person in a deck. */
  const decksOf = (from: number, to: number) => [
    `insert into last_swipe (brand_id, profile_id, other_id, verdict, at)
    select ${brand}, ${idOf('profile')}, ${idOf('profile', other('n', 'false'))}, 'dislike', ${today}
    from (select n, 1 as j from ${swipers(from, to)}) as swiper`,
  ];

  /** Many like the first women, and much of it they have not seen. */
  const popular = [
    `insert into reaction (brand_id, from_id, to_id, kind, at, read_at)
    select ${brand}, ${idOf('profile', other('n', 'true'))}, ${idOf('profile')},
      case when j % 4 = 0 then 'visit' else 'like' end, ${today} - j * interval '10 minutes',
      case when j > ${likesOfPopular} / 4 then ${today} - interval '1 hour' end
    from generate_series(2, ${lastDevoted}, 2) as n, generate_series(1, ${likesOfPopular}) as j`,
  ];

  const met = `generate_series(1, ${lastDevoted}, 2) as n cross join lateral (
    select id, place - total / ${devoted} * ((n - 1) / 2) as j from scale_ring offset 0) as met`;
  /** The first men have gone through much of the whole country. */
  const swiped = [
    'analyze account, profile',
    `create temp table scale_ring on commit drop as
    select row_number() over (order by md5(p.id::text)) - 1 as place, p.id, count(*) over () as total
    from profile p left join account a on a.brand_id = p.brand_id and a.id = p.account_id
    where p.gender = 'female' and p.status = 'visible' and coalesce(a.seeks, 'male') = 'male'`,
    `insert into reaction (brand_id, from_id, to_id, kind, at)
    select ${brand}, ${idOf('profile')}, id,
      case when ${chance('n * 100000 + j', 30)} < 0.3 then 'like' else 'dislike' end,
      ${today} - (${swipes} - j) * interval '5 minutes'
    from ${met} where j between 0 and ${swipes - 1}`,
  ];

  const blocks = [
    `insert into block (brand_id, from_id, to_id, created_at)
    select ${brand}, ${idOf('profile')}, ${idOf('profile', other('n', `not ${isMale('n')}`))},
      ${today} - j * interval '1 day'
    from generate_series(1, ${people}, 20) as n, generate_series(1, 1 + n % 3) as j`,
  ];

  return { places, peopleIn, reactionsOf, decksOf, popular, swiped, blocks };
}
