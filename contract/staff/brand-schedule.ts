/** Publications at a later moment, for good or for a time. */

import { z } from 'zod';
import { PARTS_MOST, brandPart } from '../brand/parts.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds } from '../kernel/fields.ts';
import type { StaffRight } from '../kernel/staff-rights.ts';
import { code, writing } from '../kernel/text.ts';

const edits = ['brands.edit', 'flows.edit'] as const satisfies readonly StaffRight[];
const staff = { host: 'staff', access: 'staff', right: edits } as const;
const brand = code(32).min(1);
const person = z.object({ id: z.uuid(), name: z.string().max(120) }).nullable();

/**
 * `waiting`: it has not begun. `running`: it is live until its end. `done`: it is live for good, or was taken back at its end.
 * `kept`: at its end something of it had been changed, so that nothing was taken back. `refused`: it could not be
 * published.
 */
export const scheduleStates = ['waiting', 'running', 'done', 'kept', 'refused', 'cancelled'] as const;
export const scheduleState = z.enum(scheduleStates);
export type ScheduleState = z.output<typeof scheduleState>;

export const schedulePublication = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/schedules',
  summary:
    'Publishes drafts at a later moment. With an end they are taken back then, unless they were changed meanwhile: then they stay, and their author gets a mail.',
  params: z.object({ brand }),
  body: z
    .object({
      parts: z
        .array(z.object({ part: brandPart, revision: z.int().min(1).max(1_000_000_000) }))
        .min(1)
        .max(PARTS_MOST),
      from: epochMilliseconds,
      until: epochMilliseconds.nullable(),
      note: writing(500),
    })
    .refine(({ from, until }) => until === null || until > from, { path: ['until'] }),
  reply: z.object({ id: z.uuid() }),
  errors: [
    'draft.changed',
    'draft.outdated',
    'brand.invalid',
    'brand.unlawful',
    'brand.pictures_missing',
    'brand.hostname_taken',
  ],
});

export const listSchedules = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/schedules',
  summary: 'The scheduled publications of a brand: what waits and runs, and the last that are over.',
  params: z.object({ brand }),
  reply: z.object({
    schedules: z
      .array(
        z.object({
          id: z.uuid(),
          parts: z.array(brandPart).max(PARTS_MOST),
          from: epochMilliseconds,
          until: epochMilliseconds.nullable(),
          note: z.string().max(500),
          state: scheduleState,
          scheduledBy: person,
          scheduledAt: epochMilliseconds,
          /** Why it was refused: a code, as a publication by hand would have failed with. */
          refusal: z.string().max(100).nullable(),
        }),
      )
      .max(100),
  }),
  errors: [],
});

export const cancelSchedule = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/schedules/:id/cancel',
  summary:
    'Cancels a scheduled publication. One that waits becomes drafts again; of one that runs the end is cancelled, so that it stays.',
  params: z.object({ brand, id: z.uuid() }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['schedule.over'],
});
