import { z } from 'zod';
import {
  AGE_MAX,
  AGE_MIN,
  REVIEWS_SHOWN,
  REVIEW_ANSWER_MAX_LETTERS,
  REVIEW_MAX_LETTERS,
} from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, gender, trackerId } from '../kernel/fields.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';
import { writing } from '../kernel/text.ts';
import { refusal } from '../moderation/refusals.ts';

/** What the brand says to it, in the language it was written in. */
const answer = z.string().max(REVIEW_ANSWER_MAX_LETTERS).nullable();

const review = spelled({
  name: as('Utente', z.string().max(60)),
  gender: as('Genere', gender),
  age: as('Età', z.int().min(AGE_MIN).max(AGE_MAX)),
  text: as('Recensione', z.string().max(REVIEW_MAX_LETTERS)),
  stars: as('Stelle', z.int().min(1).max(5)),
  answer: as('Risposta', answer),
  demo: as('demo', z.boolean()),
});
export type Review = z.output<typeof review>;

export const listReviews = endpoint({
  host: 'api',
  method: 'GET',
  path: '/get/reviews',
  access: 'visitor',
  summary: 'Six reviews at random that members of this brand wrote, and the true average of all.',
  reply: z.object({
    reviews: z.array(review).max(REVIEWS_SHOWN),
    total: z.int(),
    average: z.number().min(1).max(5).nullable(),
  }),
  errors: [],
});

const ownReview = spelled({
  text: as('Recensione', z.string().max(REVIEW_MAX_LETTERS)),
  stars: as('Stelle', z.int().min(1).max(5)),
  status: as('stato', spelledWords({ pending: 'in_attesa', approved: 'approvata', rejected: 'rifiutata' })),
  /** Why it was refused. */
  refusal: as('motivo', refusal.nullable()),
  /** Earlier words of the member that are public while these wait, or because these were refused. */
  earlierText: as('recensione_pubblica', z.string().max(REVIEW_MAX_LETTERS).nullable()),
  /** What the brand says to published words. */
  answer: as('Risposta', answer),
});
export type OwnReview = z.output<typeof ownReview>;

const own = { host: 'api', access: 'member', owner: 'trackerId', path: '/users/:trackerId/review' } as const;
const ofMember = { ...own, params: z.object({ trackerId }) } as const;

export const readOwnReview = endpoint({
  ...ofMember,
  method: 'GET',
  summary: "The caller's review of the service, if there is one, and from when one may be written.",
  reply: spelled({
    review: as('recensione', ownReview.nullable()),
    /** New members have nothing to say yet. */
    from: as('dal', epochMilliseconds),
  }),
  errors: [],
});
export type OwnReviewPage = z.output<typeof readOwnReview.reply>;

export const saveOwnReview = endpoint({
  ...ofMember,
  method: 'PUT',
  summary: 'Write a review, or another one in its place. It is shown once moderation has approved it.',
  body: spelled({
    text: as('Recensione', writing(REVIEW_MAX_LETTERS)),
    stars: as('Stelle', z.int().min(1).max(5)),
  }),
  reply: spelled({ result: as('result', z.literal('OK')), review: as('recensione', ownReview) }),
  errors: ['review.too_early', 'review.empty', 'field.age'],
});

export const removeOwnReview = endpoint({
  ...ofMember,
  method: 'DELETE',
  summary: 'Take the own review back.',
  reply: z.object({ result: z.literal('OK') }),
  errors: [],
});
