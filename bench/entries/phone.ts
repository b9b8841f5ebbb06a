import { startAccounts } from '../lib/accounts.ts';
import { isBrowserInstalled, openBrowser } from '../lib/pages/browser.ts';
import { benchPages } from '../lib/pages/page-list.ts';
import { timePress, timeSignUp, timeVisits } from '../lib/pages/slow-phone.ts';
import type { Visits } from '../lib/pages/slow-phone.ts';
import { median } from '../lib/processes.ts';
import type { Row } from '../lib/report.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const COLD_GOAL = { atMost: 3.5 };
const SECOND_GOAL = { atMost: 1.5 };
const SIGN_UP_GOAL = { atMost: 3 };
const PRESS_GOAL = { atMost: 1.4 };

const pages = [benchPages.conversations, benchPages.search, benchPages.deck, benchPages.plans];

/** What a member waits for on a slow phone, from the address to what they came for. */
export async function phone(): Promise<Row[]> {
  if (!isBrowserInstalled()) return [];
  const report = (what: string) => console.log(`  ${what}`);
  await using undo = new AsyncDisposableStack();
  const server = await startAccounts();
  undo.defer(() => server.stop());
  const browser = await openBrowser();
  undo.defer(() => browser.close());
  const visits = pages.map((page) => ({ page, rounds: [] as Visits[] }));
  const presses: number[] = [];
  const signUps: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const { page, rounds } of visits) {
      report(`round ${round}: ${page.what}`);
      rounds.push(await timeVisits(browser, server, page));
    }
    report(`round ${round}: pressing`);
    presses.push(await timePress(browser, server));
    report(`round ${round}: signing up`);
    signUps.push(await timeSignUp(browser, server));
  }
  return [
    ...visits.flatMap(({ page, rounds }): Row[] => [
      {
        what: `slow phone, first visit: ${page.what} seen, s`,
        figures: {},
        value: median(rounds.map(({ cold }) => cold)),
        goal: COLD_GOAL,
      },
      {
        what: `slow phone, second visit: ${page.what} seen, s`,
        figures: {},
        value: median(rounds.map(({ second }) => second)),
        goal: SECOND_GOAL,
      },
    ]),
    {
      what: 'slow phone: the first press on a landing, answered, s',
      figures: {},
      value: median(presses),
      goal: PRESS_GOAL,
    },
    {
      what: 'slow phone: sign-up sent, people seen, s',
      figures: {},
      value: median(signUps),
      goal: SIGN_UP_GOAL,
    },
  ];
}
