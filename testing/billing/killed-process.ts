import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Provider, Providers } from '#server/billing/providers/provider.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import { withServices } from '../world.ts';
import type { Member } from '../world.ts';

class Killed extends Error {
  override readonly name = 'Killed';
}

/**
 * A process that is killed at a given step. Steps are all moments between which something changes: the moment before
 * a transaction commits and the one after, the one after a single statement that writes, and the one after a provider
 * has done what it was asked for. From then on nothing that the process tries has any effect.
 */
export class KillSwitch {
  steps = 0;
  killed = false;
  readonly #death = new AbortController();
  readonly #killsAt: number;

  constructor(killsAt: number) {
    this.#killsAt = killsAt;
  }

  /** One more moment; at the given one the process is killed. */
  step(): void {
    this.assertAlive();
    this.steps += 1;
    if (this.steps < this.#killsAt) return;
    this.killed = true;
    this.#death.abort();
    this.assertAlive();
  }

  /** Fires when the process is killed, so that no test waits for what its workers would try again. */
  get death(): AbortSignal {
    return this.#death.signal;
  }

  /** A killed process does nothing more, whatever it catches. */
  assertAlive(): void {
    if (this.killed) throw new Killed('the process was killed');
  }
}

/** Every act of this member is done by a process that can be killed. */
export function killable(member: Member, pool: pg.Pool, killSwitch: KillSwitch): Member {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: killablePool(pool, killSwitch) }) });
  return withServices(member, {
    db,
    replica: db,
    config: { ...member.app.config, shutdownSeconds: 0 },
    providers: killableProviders(member.app.providers, killSwitch),
  });
}

/** Lets the work run until it ends or its process is killed. */
export async function runUntilKilled(killSwitch: KillSwitch, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!killSwitch.killed) throw error;
  }
}

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

function killablePool(pool: pg.Pool, killSwitch: KillSwitch) {
  return {
    options: {},
    async connect() {
      killSwitch.assertAlive();
      const client = await pool.connect();
      const query = client.query.bind(client) as Query;
      return { query: killableQuery(query, killSwitch), release: () => client.release() };
    },
    end: () => Promise.resolve(),
  } as unknown as pg.Pool;
}

function killableQuery(query: Query, killSwitch: KillSwitch): Query {
  let inTransaction = false;
  return async (text, values) => {
    if (text === 'rollback') {
      // What the database does by itself for a connection that is gone.
      if (inTransaction) await query(text);
      inTransaction = false;
      return { command: 'ROLLBACK', rows: [] };
    }
    if (text === 'commit') killSwitch.step();
    killSwitch.assertAlive();
    const result = await query(text, values);
    if (text === 'begin') inTransaction = true;
    if (text === 'commit') inTransaction = false;
    if (text === 'commit' || (!inTransaction && writes(text))) killSwitch.step();
    return result;
  };
}

function writes(statement: string): boolean {
  return /\b(insert|update|delete|add_job)\b/i.test(statement);
}

type Question = (...about: unknown[]) => Promise<unknown>;
const questions = ['charge', 'finish', 'pollStatus', 'resend', 'refund', 'pollRefund', 'forget'] as const;

function killableProviders(providers: Providers, killSwitch: KillSwitch): Providers {
  return {
    ...providers,
    get(name) {
      const provider = providers.get(name);
      return provider && killableProvider(provider, killSwitch);
    },
  };
}

function killableProvider(provider: Provider, killSwitch: KillSwitch): Provider {
  const wrapped = Object.fromEntries(
    questions
      .filter((question) => provider[question] !== undefined)
      .map((question) => [
        question,
        async (...about: unknown[]) => {
          killSwitch.assertAlive();
          const answer = await (provider[question] as Question).apply(provider, about);
          killSwitch.step();
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
