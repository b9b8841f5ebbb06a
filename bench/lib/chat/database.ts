import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { saveBrandFiles } from '#server/brands/brand-files.ts';
import { seedPlaces } from '#server/countries/seed-places.ts';
import { migrateToLatest } from '#server/platform/database/connect-database.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../../embedded-postgres/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../../embedded-postgres/embedded-postgres.ts';
import { readHome } from '../scale-folder.ts';
import { idInSql, tokenInSql } from './people.ts';
import { IDLE, TEXT } from './shape.ts';

export interface ChatDatabase {
  url: string;
  /** The same rows once more, for what goes past the server. */
  copyUrl: string;
  brandId: string;
  postgres: EmbeddedPostgres;
}

/** More than any member writes in a bench. */
const CREDITS = 900_000_000;
/** How many each of them talks with, and how much has been said. */
const FRIENDS = 4;
const HISTORY = 20;

type PostgresOptions = Partial<Pick<Parameters<typeof startEmbeddedPostgres>[0], 'log' | 'tuning'>>;

export async function startChatDatabase(
  folder: string,
  options: PostgresOptions = {},
): Promise<ChatDatabase> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, ...options });
  try {
    const brandId = await fill(postgres.url);
    return { url: postgres.url, copyUrl: await copy(postgres.url), brandId, postgres };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function fill(url: string): Promise<string> {
  const handle = openDatabase({ url, poolSize: 1, onIdleError: () => {} });
  try {
    await migrateToLatest(handle.db);
    await saveBrandFiles(handle.db);
    await seedPlaces(handle.db);
    const { brandId, country, flowId } = await readHome(handle, new Date());
    for (const statement of membersOf(brandId, country, flowId)) await handle.pool.query(statement);
    await handle.pool.query('vacuum (freeze, analyze)');
    return brandId;
  } finally {
    await handle.close();
  }
}

/**
 * Members who are signed in, each with a few conversations of some length. They cost both sides, so that every message
 * is as dear as one can be; half of the members are at level 0, so that half of what is read is blurred.
 */
function membersOf(brandId: string, country: string, flowId: string): string[] {
  const brand = `${pg.escapeLiteral(brandId)}::uuid`;
  const flow = pg.escapeLiteral(flowId);
  const home = pg.escapeLiteral(country);
  const everybody = `generate_series(1, ${IDLE}) as n`;
  return [
    `insert into account (brand_id, id, tracker_id, email, email_confirmed_at, flow_id, level, seeks, language, accepted_at)
    select ${brand}, ${idInSql('account', 'n')}, 'click-' || n, 'member-' || n || '@people.example', now(), ${flow},
      case when n % 4 in (0, 1) then 0 else 1 end, case when n % 2 = 1 then 'female' else 'male' end, ${home}, now()
    from ${everybody}`,
    `with held as (
      insert into balance (brand_id, account_id, message_credits)
      select ${brand}, ${idInSql('account', 'n')}, ${CREDITS} from ${everybody})
    insert into ledger_entry (brand_id, id, account_id, credit, amount, reason, idempotency_key)
    select ${brand}, ${idInSql('entry', 'n')}, ${idInSql('account', 'n')}, 'message', ${CREDITS}, 'welcome', 'welcome'
    from ${everybody}`,
    `insert into profile (brand_id, id, kind, account_id, status, moderated_at, gender, screen_name, birth_year, country,
      region)
    select ${brand}, ${idInSql('profile', 'n')}, 'member', ${idInSql('account', 'n')}, 'visible', now(),
      case when n % 2 = 1 then 'male' else 'female' end, 'Member ' || n, 1985, ${home}, (select min(name) from region where country = ${home})
    from ${everybody}`,
    `insert into session (brand_id, id, account_id, token_hash, method, ip, user_agent, expires_at)
    select ${brand}, ${idInSql('session', 'n')}, ${idInSql('account', 'n')}, sha256(${tokenInSql('n')}::bytea),
      'password', '127.0.0.1', 'bench', now() + interval '30 days'
    from ${everybody}`,
    // The first conversation of every man is with their partner; c counts them all.
    `create temp table talk as
    select (n + 1) / 2 + friend * ${IDLE / 2} as c, n as man, (n + 2 * friend) % ${IDLE} + 1 as woman
    from generate_series(1, ${IDLE}, 2) as n, generate_series(0, ${FRIENDS - 1}) as friend`,
    `insert into conversation (brand_id, id, low_id, high_id)
    select ${brand}, ${idInSql('conversation', 'c')}, least(a, b), greatest(a, b)
    from talk, lateral (select ${idInSql('profile', 'man')} as a, ${idInSql('profile', 'woman')} as b) as pair`,
    `insert into inbox (brand_id, owner_id, other_id, conversation_id, pays, last_number, last_mine, preview, unread)
    select ${brand}, ${idInSql('profile', 'own')}, ${idInSql('profile', 'other')}, ${idInSql('conversation', 'c')},
      true, ${HISTORY}, own % 2 = 1, 'Ciao', (own + 1) % 2
    from talk, lateral (values (man, woman), (woman, man)) as side (own, other)`,
    `insert into message (brand_id, conversation_id, id, number, from_id, body, at)
    select ${brand}, ${idInSql('conversation', 'c')}, ${idInSql('message', 'number')}, number,
      ${idInSql('profile', 'case when number % 2 = 1 then man else woman end')}, ${pg.escapeLiteral(TEXT)},
      now() - (${HISTORY} - number) * interval '1 minute'
    from talk, generate_series(1, ${HISTORY}) as number`,
    'drop table talk',
  ];
}

/** Makes a copy while nothing is connected. */
async function copy(url: string): Promise<string> {
  const [original, own] = [new URL(url), new URL(url)];
  own.pathname = '/chat_copy';
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const client = new pg.Client(admin.href);
  await client.connect();
  try {
    await client.query(`create database chat_copy template ${original.pathname.slice(1)}`);
  } finally {
    await client.end();
  }
  return own.href;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
