/** Why a person is shown: what has counted most for their place, in facts that can be checked. */

import { z } from 'zod';

/** What an order of people is made of. What a person has paid is no part of it. */
export const TERMS = [
  'likesYou',
  'nearness',
  'activity',
  'interests',
  'languages',
  'answers',
  'newness',
  'fairness',
] as const;
export type Term = (typeof TERMS)[number];

/** How many reasons are named: the largest parts of the score. */
export const REASONS_MOST = 2;
/** How many interests or languages are named with them. */
const SHARED_MOST = 3;

const reason = z.object({
  why: z.enum(TERMS),
  /** Which interests or languages both have, where that is why. */
  shared: z.array(z.string().max(40)).max(SHARED_MOST),
});
export type Reason = z.output<typeof reason>;
export const reasons = z.array(reason).max(REASONS_MOST);
