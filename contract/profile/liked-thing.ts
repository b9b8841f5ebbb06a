/** What of a person is liked: one of their photos, or their answer to a question. Without it, the person. */

import { z } from 'zod';
import { as, spelled } from '../kernel/spelling.ts';
import { promptName } from './prompts.ts';

export const likedThing = z.union([
  spelled({ photoId: as('foto', z.uuid()) }),
  spelled({ prompt: as('domanda', promptName) }),
]);
export type LikedThing = z.output<typeof likedThing>;
