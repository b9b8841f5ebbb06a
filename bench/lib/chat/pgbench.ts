import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { familyCpuMilliseconds } from '../processes.ts';
import type { ChatDatabase } from './database.ts';
import { idInSql } from './people.ts';
import { ACTIVE, TEXT } from './shape.ts';

const run = promisify(execFile);
const CLIENTS = 8;

export const hasPgbench = () => spawnSync('pgbench', ['--version']).status === 0;

const low = idInSql('profile', 'least(:n::int, :partner::int)');
const high = idInSql('profile', 'greatest(:n::int, :partner::int)');
const isOwn = `owner_id = ${idInSql('profile', ':n::int')}`;
const side = `last_at = now(), last_mine = ${isOwn}, preview = left(:words, 25),
    unread = unread + case when ${isOwn} then 0 else 1 end`;

/** One message: its place, its words, both sides of the conversation, the charge and what is left. Nothing is checked. */
const statement = `
with place as (
  update inbox set last_number = last_number + 1, ${side}
  where brand_id = :brand::uuid and owner_id = ${low} and other_id = ${high}
  returning last_number as number
), other as (
  update inbox set last_number = place.number, ${side}
  from place
  where brand_id = :brand::uuid and owner_id = ${high} and other_id = ${low}
), paid as (
  update balance set message_credits = message_credits - 1
  where brand_id = :brand::uuid and account_id = ${idInSql('account', ':n::int')} and message_credits >= 1
  returning message_credits
), entry as (
  insert into ledger_entry (brand_id, id, account_id, credit, amount, reason, idempotency_key)
  select :brand::uuid, uuidv7(), ${idInSql('account', ':n::int')}, 'message', -1, 'message', 'message:' || uuidv7() from paid
)
insert into message (brand_id, conversation_id, id, number, from_id, body, at)
select :brand::uuid, ${idInSql('conversation', '(:n::int + 1) / 2')}, uuidv7(), place.number, ${idInSql('profile', ':n::int')}, :words, now()
from place;
`;

const script = `
\\set n random(1, ${ACTIVE})
\\set partner :n + 2 * (:n % 2) - 1
${statement}`;

export interface Alone {
  perSecond: number;
  databaseCpu: number;
}

/** The database alone: one statement a message, each in a transaction of its own. */
export async function runPgbench(
  { copyUrl, brandId, postgres }: ChatDatabase,
  folder: string,
  seconds: number,
): Promise<Alone> {
  const file = join(folder, 'message.sql');
  await writeFile(file, script);
  const cpuBefore = await familyCpuMilliseconds(postgres.pid);
  const { stdout } = await run('pgbench', [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${CLIENTS}`,
    '--jobs=2',
    `--time=${seconds}`,
    `--define=brand=${brandId}`,
    `--define=words=${TEXT}`,
    `--file=${file}`,
    copyUrl,
  ]);
  const cpu = (await familyCpuMilliseconds(postgres.pid)) - cpuBefore;
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  const messages = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
  if (!(perSecond > 0)) throw new Error(`pgbench says: ${stdout}`);
  return { perSecond, databaseCpu: cpu / messages };
}
