import { z } from 'zod';
import { serverEvent } from '../kernel/event.ts';

/** Names what a brand says and sells at a moment, in boot objects, in replies and in events. */
export const brandVersion = z.string().max(40);

export const brandChanged = serverEvent({
  name: 'brandChanged',
  summary: 'The brand has published something: read boot.json again. What is being typed stays.',
  payload: z.object({ version: brandVersion }),
});
