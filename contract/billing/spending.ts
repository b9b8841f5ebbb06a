/** What a member has spent, and the limits and pauses they set themselves. The server holds them at every charge by a click. */

import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { cents, epochMilliseconds, trackerId } from '../kernel/fields.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';
import { ownedBy, owner } from './orders.ts';

export const spendingPeriod = spelledWords({ day: 'giorno', week: 'settimana', month: 'mese' });
export type SpendingPeriod = z.output<typeof spendingPeriod>;
export const SPENDING_PERIODS = ['day', 'week', 'month'] as const satisfies readonly SpendingPeriod[];

export const SMALLEST_LIMIT_CENTS = 100;
export const LARGEST_LIMIT_CENTS = 1_000_000;
const limitCents = z.int().min(SMALLEST_LIMIT_CENTS).max(LARGEST_LIMIT_CENTS);

/** The pauses that are offered, from a day to six months. */
export const PAUSE_DAYS = [1, 7, 30, 90, 180] as const;
const pauseDays = z.literal(PAUSE_DAYS);
export type PauseDays = z.output<typeof pauseDays>;

/** The day, the week from Monday or the month in which it is now, by the brand's clock. */
const spendingWindow = spelled({
  period: as('periodo', spendingPeriod),
  /** Paid and not given back; what is undecided counts until it is decided. */
  spentCents: as('speso', cents),
  /** When it is over and counting starts over. */
  endsAt: as('fine', epochMilliseconds),
  /** Null where there is no limit. */
  limitCents: as('limite', cents.nullable()),
  leftCents: as('rimane', cents.nullable()),
  /** A higher limit, or none, that was asked for and does not hold yet. */
  next: as(
    'prossimo',
    spelled({ limitCents: as('limite', cents.nullable()), from: as('dal', epochMilliseconds) }).nullable(),
  ),
});
export type SpendingWindow = z.output<typeof spendingWindow>;

const spending = spelled({
  windows: as('periodi', z.array(spendingWindow).length(SPENDING_PERIODS.length)),
  totalCents: as('totale', cents),
  /** The part of it that is not decided yet. */
  undecidedCents: as('in_corso', cents),
  pausedUntil: as('pausa_fino', epochMilliseconds.nullable()),
  /** How much was spent in the last 24 hours, from how much on that is unusual, and what a week usually costs where that is known. */
  unusual: as(
    'insolito',
    spelled({
      lastDayCents: as('ultime_24_ore', cents),
      fromCents: as('da', cents),
      usualWeekCents: as('settimana_tipica', cents.nullable()),
    }),
  ),
  helpLines: as(
    'numeri_utili',
    z
      .array(spelled({ number: as('numero', z.string().max(30)), name: as('nome', z.string().max(60)) }))
      .max(5),
  ),
});
export type Spending = z.output<typeof spending>;

export const readSpending = endpoint({
  host: 'payment',
  method: 'GET',
  path: '/billing/:trackerId/spending',
  access: 'member',
  beforeConsent: true,
  ...ownedBy,
  summary:
    'What the member has spent, the own limits and what is left of them, and whether spending is paused.',
  params: spelled({ trackerId: as('trackerId', trackerId) }),
  reply: spending,
  errors: [],
});

/** A limit as it is typed: whole euros. */
export const limitForm = z.object({
  euros: z.coerce
    .number({ error: 'field.limit' })
    .int({ error: 'field.limit' })
    .min(SMALLEST_LIMIT_CENTS / 100, { error: 'field.limit' })
    .max(LARGEST_LIMIT_CENTS / 100, { error: 'field.limit' }),
});

export const setSpendingLimit = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/orders/spendingLimit',
  access: 'member',
  beforeConsent: true,
  ...ownedBy,
  summary:
    'Sets a limit. A lower one holds at once; a higher one or none holds after 24 hours, and setting the present one again takes that back.',
  body: spelled({
    trackerId: owner,
    period: as('periodo', spendingPeriod),
    limitCents: as('limite', limitCents.nullable()),
  }),
  reply: spending,
  errors: [],
});

/** Pausing, as it is chosen. */
export const pauseForm = z.object({ days: z.coerce.number().pipe(pauseDays), endPlan: z.boolean() });

export const pauseSpending = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/orders/spendingPause',
  access: 'member',
  beforeConsent: true,
  ...ownedBy,
  summary:
    'Keeps every click from charging anything for so many days. It can be made longer, never shorter. The plan goes on unless it is asked to end with its period.',
  body: spelled({
    trackerId: owner,
    days: as('giorni', pauseDays),
    endPlan: as('disdici', z.boolean().optional()),
  }),
  reply: spending,
  errors: ['spending.pause_running'],
});
