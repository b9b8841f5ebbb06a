import { z } from 'zod';

/** How soon somebody wants to be told of something while he is not here. */
export const pace = z.enum(['at_once', 'hourly', 'daily', 'never']);
export type Pace = z.output<typeof pace>;
