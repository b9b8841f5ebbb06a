import type pg from 'pg';
import { peopleStatements } from './people-statements.ts';
import type { Home, Scale } from './people-statements.ts';
import { withoutConstraints } from './without-constraints.ts';

const TABLES = ['account', 'balance', 'ledger_entry', 'profile', 'photo', 'reaction', 'block', 'last_swipe'];
const PEOPLE_A_BATCH = 100_000;

/** As many people as asked for, in proportions that hold for any number. */
export function scaleOf(people: number, reactions = people * 5): Scale {
  const devoted = Math.max(2, Math.min(20, Math.floor(people / 5_000)));
  // A deck holds a bit less than half of the people; each of the devoted has a stretch of their own.
  const swipes = Math.min(20_000, Math.floor((people * 0.4) / devoted));
  return { people, reactions, devoted, swipes };
}

/** Fills an empty database with people and what they think of one another: all of it or nothing. */
export async function fillPeople(
  pool: pg.Pool,
  home: Home,
  scale: Scale,
  report: (what: string) => void,
): Promise<void> {
  const client = await pool.connect();
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  const inBatches = async (what: string, statements: (from: number, to: number) => string[]) => {
    for (let from = 1; from <= scale.people; from += PEOPLE_A_BATCH) {
      const to = Math.min(scale.people, from + PEOPLE_A_BATCH - 1);
      report(`${what} ${from.toLocaleString('en')} to ${to.toLocaleString('en')}`);
      await run(statements(from, to));
    }
  };
  try {
    await run(['set statement_timeout = 0', 'begin']);
    await requireEmpty(client);
    await withoutConstraints(client, TABLES, report, async () => {
      const statements = peopleStatements(home, scale);
      await run(statements.places);
      await inBatches('people', statements.peopleIn);
      await inBatches('reactions of people', statements.reactionsOf);
      await inBatches('decks of people', statements.decksOf);
      report('those who swipe all evening, and those whom everybody likes');
      await run([...statements.popular, ...statements.swiped, ...statements.blocks]);
    });
    report('statistics');
    // Small tables are read as a whole, so that their statistics are the same each time.
    await run(['commit', 'set default_statistics_target = 500', 'vacuum (freeze, analyze)']);
  } finally {
    client.release(true);
  }
}

/** What is there already might be real data. */
async function requireEmpty(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>('select exists (select from profile) as filled');
  if (rows[0]?.filled) throw new Error('there are people in this database already');
  // What is written to tables that were emptied in the same transaction needs no log, where that is allowed.
  await client.query(`truncate ${TABLES.join(', ')} cascade`);
}
