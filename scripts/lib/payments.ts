import { z } from 'zod';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { App } from '#server/app.ts';
import {
  askProvider,
  drain,
  isUndecided,
  liftByHand,
  listBlocks,
  retryById,
  retryEvent,
} from '#server/billing/desk/operate.ts';
import type { Retried, StatusAnswer } from '#server/billing/desk/operate.ts';
import { refundAttempt } from '#server/billing/desk/refund-by-hand.ts';
import type { Config } from '#server/platform/config/config.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import { retryFailed } from '#server/platform/work/overview.ts';
import { startServer } from '#server/start.ts';
import { findRunningDatabase } from './reach-database.ts';
import type { Terminal } from './reach-database.ts';

const DEFAULT_SECONDS = 300;
const MOST_SECONDS = 3_600;

interface Options {
  json: boolean;
  reason?: string | undefined;
  seconds?: string | undefined;
}

/**
 * `ask ATTEMPT`, `retry REFUND|ATTEMPT|PROVIDER:EVENT|JOB`, `refund ATTEMPT [CENTS] --reason WORDS`, `drain`, `blocks BRAND`,
 * `unblock BLOCK --reason WORDS`.
 */
export async function payments(
  config: Config,
  terminal: Terminal,
  [verb, ...args]: readonly string[],
  options: Options,
): Promise<void> {
  const work = chooseWork(verb, args, options);
  requireReachable(config, verb);
  const running = config.database.url ?? (await findRunningDatabase(config.dataDir));
  const { app, stop } = await startServer(
    {
      ...config,
      logLevel: 'error',
      // A node that serves no requests and runs no jobs.
      roles: [],
      port: 0,
      host: '127.0.0.1',
      seedDemo: false,
      database: { ...config.database, url: running },
    },
    () => {},
  );
  try {
    const { said, result } = await work(app);
    terminal.log(options.json ? JSON.stringify(result) : said);
  } finally {
    await stop();
  }
}

/** What asks no provider. */
const ownWork: ReadonlySet<string> = new Set(['refund', 'blocks', 'unblock']);

/** The stand-in of a demo lives inside its server. One of our own knows of no payment and would deny them all. */
function requireReachable(
  { payments: { sandboxUrl, ...real }, environment }: Config,
  verb: string | undefined,
): void {
  if (ownWork.has(verb ?? '') || environment === 'production' || sandboxUrl !== undefined) return;
  if (providerName.options.every((name) => real[name])) return;
  throw new StartupFault(
    'The payments of a demo are known to its own stand-in alone: say where it listens by PAYMENT_SANDBOX_URL.',
  );
}

interface Done {
  said: string;
  result: unknown;
}
type Work = (app: App) => Promise<Done>;

function chooseWork(verb: string | undefined, args: readonly string[], options: Options): Work {
  const [first, second] = args;
  switch (verb ?? '') {
    case 'ask': {
      const id = requireId(first);
      return async (app) => {
        const asked = (await askProvider(app, id)) ?? nothingLikeThat();
        return { said: describeAsked(asked), result: asked };
      };
    }
    case 'retry':
      return chooseRetry(first);
    case 'refund': {
      const attemptId = requireId(first);
      const amountCents = second === undefined ? undefined : requireCents(second);
      const reason = requireReason(options.reason);
      return async (app) => {
        const refund = await refundAttempt(app, { attemptId, amountCents, reason });
        if (refund === 'unknown') return nothingLikeThat();
        if (refund === 'nothing_due') throw new StartupFault('Nothing is left of that charge to give back.');
        const said = `${refund.amountCents} cents go back as refund ${refund.refundId}.`;
        return { said, result: refund };
      };
    }
    case 'drain': {
      const seconds = requireSeconds(options.seconds);
      return async (app) => {
        const done = await drain(app, AbortSignal.timeout(seconds * 1_000));
        const { rounds, timedOut, before, after } = done;
        const names = ['dueRenewals', 'parkedEvents', 'failedRefunds', 'missingReceipts'] as const;
        const lines = names.map((name) => `${name.padEnd(16)} ${before[name]} → ${after[name]}`);
        const open = (figures: typeof after) =>
          figures.openAttempts.reduce((sum, { count }) => sum + count, 0);
        const end = timedOut ? 'The time was up before everything was done.' : 'Nothing more is due.';
        return {
          said: [
            `rounds           ${rounds}`,
            `openAttempts     ${open(before)} → ${open(after)}`,
            ...lines,
            end,
          ].join('\n'),
          result: done,
        };
      };
    }
    case 'blocks':
      return async (app) => {
        const blocks = (await listBlocks(app, first ?? '')) ?? nothingLikeThat();
        const lines = blocks.map(({ id, label, stops, reason, createdAt }) =>
          [id, createdAt.toISOString().slice(0, 10), stops.padEnd(7), label, reason].join('  '),
        );
        return { said: lines.join('\n') || 'Nothing is blocked.', result: blocks };
      };
    case 'unblock': {
      const id = requireId(first);
      const reason = requireReason(options.reason);
      return async (app) => {
        if (!(await liftByHand(app, { id, reason }))) return nothingLikeThat();
        return { said: 'The block is lifted.', result: { id } };
      };
    }
    default:
      throw new StartupFault(
        `There is no “payments ${verb ?? ''}”; there are ask, retry, refund, drain, blocks and unblock.`,
      );
  }
}

function chooseRetry(which: string | undefined): Work {
  if (which !== undefined && /^\d{1,19}$/.test(which))
    return async (app) => {
      const ofJobs = app.queues.filter(({ table }) => table === 'job');
      const retried = await Promise.all(ofJobs.map((queue) => retryFailed(app, queue, `[${which}]`)));
      if (retried.every((count) => count === 0))
        throw new StartupFault('There is no dead job of that number.');
      return { said: `The job ${which} is tried again.`, result: { what: 'job', id: which } };
    };
  const [name = '', ...rest] = which?.split(':') ?? [];
  const provider = providerName.safeParse(name).data;
  if (provider !== undefined && rest.length > 0)
    return async (app) => {
      const signal = AbortSignal.timeout(60_000);
      const retried = (await retryEvent(app, provider, rest.join(':'), signal)) ?? nothingLikeThat();
      return { said: describeRetried(retried), result: retried };
    };
  const id = requireId(which);
  return async (app) => {
    const retried = (await retryById(app, id)) ?? nothingLikeThat();
    return { said: describeRetried(retried), result: retried };
  };
}

function describeAsked(asked: StatusAnswer): string {
  const { provider, answer, before, after } = asked;
  const change = before === after ? `It stays ${after}` : `It was ${before} and is ${after}`;
  return `${provider} says ${answer}. ${change}${isUndecided(asked) ? ', and will be asked about again' : ''}.`;
}

function describeRetried(retried: Retried): string {
  switch (retried.what) {
    case 'attempt':
      return describeAsked(retried.asked);
    case 'event':
      return `The event is ${retried.state}.`;
    case 'refund':
      return `${retried.amountCents} cents go back as refund ${retried.refundId}.`;
    case 'refund_under_way':
      return `The refund is ${retried.state}: there is nothing to try again.`;
  }
}

function nothingLikeThat(): never {
  throw new StartupFault('There is nothing of that name.');
}

function requireId(text: string | undefined): string {
  const id = z.uuid().safeParse(text?.toLowerCase()).data;
  if (id === undefined)
    throw new StartupFault(
      'The id is missing; the console shows that of a payment, “payments blocks” that of a block.',
    );
  return id;
}

function requireCents(text: string): number {
  const cents = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (cents < 1) throw new StartupFault('The amount is a whole number of cents.');
  return cents;
}

function requireReason(reason: string | undefined): string {
  const words = reason?.trim() ?? '';
  if (words === '' || words.length > 300)
    throw new StartupFault('--reason is missing, or longer than 300 letters.');
  return words;
}

function requireSeconds(text: string | undefined): number {
  if (text === undefined) return DEFAULT_SECONDS;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > MOST_SECONDS)
    throw new StartupFault(`--seconds is a number from 1 to ${MOST_SECONDS}.`);
  return seconds;
}
