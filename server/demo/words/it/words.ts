import type { Words } from '../words.ts';
import { abouts } from './abouts.ts';
import { ai, staff, topics } from './hosts.ts';
import { indoors } from './indoors.ts';
import { lives } from './lives.ts';
import { names } from './names.ts';
import { outdoors } from './outdoors.ts';
import { quirks } from './quirks.ts';
import { hopes, seeks } from './seeks.ts';

export const italianWords: Words = {
  names,
  abouts,
  lives,
  passions: [...indoors, ...outdoors],
  quirks,
  seeks,
  hopes,
  topics,
  staff,
  ai,
};
