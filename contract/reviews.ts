import { z } from 'zod';
import { REVIEWS_SHOWN } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { gender } from './fields.ts';
import { as, spelled } from './spelling.ts';

const review = spelled({
  name: as('Utente', z.string().max(60)),
  gender: as('Genere', gender),
  age: as('Età', z.int().min(18).max(98)),
  text: as('Recensione', z.string().max(1000)),
  stars: as('Stelle', z.int().min(1).max(5)),
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
