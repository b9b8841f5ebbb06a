import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { DB } from '../../server/platform/database/database-types.gen.ts';
import type { Provider, Providers } from '../../server/billing/providers/provider.ts';
import type { Member } from '../world.ts';

class Killed extends Error {
  override readonly name = 'Killed';
}

/**
 * A process that is killed at a given step. Steps are all moments between which something changes: the moment before
 * a transaction commits and the one after, the one after a single statement that writes, and the one after a provider
 * has done what it was asked for. From then on nothing that the process tries has any effect.
 */
export class Life {
  steps = 0;
  dead = false;
  readonly #diesAt: number;

  constructor(diesAt: number) {
    this.#diesAt = diesAt;
  }

  /** One more moment; at the last one everything ends. */
  step(): void {
    this.goOn();
    this.steps += 1;
    if (this.steps < this.#diesAt) return;
    this.dead = true;
    this.goOn();
  }

  /** The dead do nothing, whatever they catch. */
  goOn(): void {
    if (this.dead) throw new Killed('the process is dead');
  }
}

/** Everything that somebody does as this member is done by a process that dies. */
export function mortal(member: Member, pool: pg.Pool, life: Life): Member {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: mortalPool(pool, life) }) });
  return { ...member, db, replica: db, providers: mortalProviders(member.providers, life) };
}

/** Lets the work run until it ends or its process does. */
export async function until(life: Life, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!life.dead) throw error;
  }
}

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

function mortalPool(pool: pg.Pool, life: Life) {
  return {
    options: {},
    async connect() {
      life.goOn();
      const client = await pool.connect();
      const query = client.query.bind(client) as Query;
      return { query: mortalQuery(query, life), release: () => client.release() };
    },
    end: () => Promise.resolve(),
  } as unknown as pg.Pool;
}

function mortalQuery(query: Query, life: Life): Query {
  let inTransaction = false;
  return async (text, values) => {
    if (text === 'rollback') {
      // What the database does by itself for a connection that is gone.
      if (inTransaction) await query(text);
      inTransaction = false;
      return { command: 'ROLLBACK', rows: [] };
    }
    if (text === 'commit') life.step();
    life.goOn();
    const result = await query(text, values);
    if (text === 'begin') inTransaction = true;
    if (text === 'commit') inTransaction = false;
    if (text === 'commit' || (!inTransaction && writes(text))) life.step();
    return result;
  };
}

function writes(statement: string): boolean {
  return /\b(insert|update|delete|add_job)\b/i.test(statement);
}

type Question = (...about: unknown[]) => Promise<unknown>;
const questions = ['charge', 'finish', 'pollStatus', 'refund', 'pollRefund', 'forget'] as const;

function mortalProviders(providers: Providers, life: Life): Providers {
  return {
    ...providers,
    get(name) {
      const provider = providers.get(name);
      return provider && mortalProvider(provider, life);
    },
  };
}

function mortalProvider(provider: Provider, life: Life): Provider {
  const wrapped = Object.fromEntries(
    questions.map((question) => [
      question,
      async (...about: unknown[]) => {
        life.goOn();
        const answer = await (provider[question] as Question).apply(provider, about);
        life.step();
        return answer;
      },
    ]),
  ) as Pick<Provider, (typeof questions)[number]>;
  const { name, acknowledgement } = provider;
  return {
    name,
    acknowledgement,
    readEvents: (webhook) => provider.readEvents(webhook),
    report: (day) => provider.report(day),
    ...wrapped,
  };
}
