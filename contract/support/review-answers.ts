/** What the brand says to what members say of it. */

import { z } from 'zod';
import { REVIEW_ANSWER_MAX_LETTERS, REVIEW_MAX_LETTERS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, language } from '../kernel/fields.ts';
import { code, writing } from '../kernel/text.ts';

const staff = { host: 'staff', access: 'staff', right: 'reviews.answer' } as const;
const brand = code(32).min(1);

const publicReview = z.object({
  brand: z.string().max(32),
  id: z.uuid(),
  name: z.string().max(60),
  age: z.int(),
  text: z.string().max(REVIEW_MAX_LETTERS),
  stars: z.int().min(1).max(5),
  demo: z.boolean(),
  /** Of its writer, so that the answer is written in it. */
  language,
  /** When these words became public. An answer names it. */
  version: epochMilliseconds,
  /** The writer has sent other words, which wait for moderation. */
  changing: z.boolean(),
  answer: z
    .object({
      text: z.string().max(REVIEW_ANSWER_MAX_LETTERS),
      at: epochMilliseconds,
      by: z.string().max(100).nullable(),
      /** It was given to other words than those that are public, and is hidden. */
      outdated: z.boolean(),
    })
    .nullable(),
});
export type PublicReview = z.output<typeof publicReview>;

export const listPublicReviews = endpoint({
  ...staff,
  method: 'GET',
  path: '/reviews',
  summary: 'The published reviews, newest first.',
  query: z.object({
    brand: brand.optional(),
    stars: z.enum(['1', '2', '3', '4', '5']).optional(),
    answered: z.enum(['yes', 'no']).optional(),
    before: z.uuid().optional(),
  }),
  reply: z.object({ reviews: z.array(publicReview).max(50), next: z.uuid().nullable() }),
  errors: [],
});

export const answerReview = endpoint({
  ...staff,
  method: 'PUT',
  path: '/brands/:brand/reviews/:id/answer',
  params: z.object({ brand, id: z.uuid() }),
  summary: 'What the brand says below a review, in its writer’s language. No words take the answer back.',
  body: z.object({ text: writing(REVIEW_ANSWER_MAX_LETTERS), version: epochMilliseconds }),
  reply: publicReview,
  errors: ['review.changed'],
});
