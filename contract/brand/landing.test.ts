import { expect, test } from 'vitest';
import { landingVariants } from './landing.ts';

const refusalOf = (variants: unknown) => landingVariants.safeParse(variants).error?.issues[0];

test('an operator may leave everything out', () => {
  expect(landingVariants.parse(undefined)).toEqual({});
  expect(landingVariants.parse({ ms: {} })).toEqual({ ms: {} });
});

test.for([
  ['a page that adverts do not lead to', { find: {} }, []],
  ['a word that is not known', { ms: { title: { it: 'Ciao' } } }, ['ms']],
  ['a headline that does not fit', { ms: { headline: { it: 'x'.repeat(81) } } }, ['ms', 'headline']],
  ['a step that is missing', { ms: { steps: ['who', 'account'] } }, ['ms', 'steps']],
  ['a step that comes twice', { ms: { steps: ['who', 'who', 'account'] } }, ['ms', 'steps']],
  ['an account before the rest', { ms: { steps: ['account', 'who', 'place'] } }, ['ms', 'steps']],
  ['steps where there are none', { asignup: { steps: ['place', 'who', 'account'] } }, ['asignup', 'steps']],
  ['a block that comes twice', { home: { blocks: ['reviews', 'reviews'] } }, ['home', 'blocks']],
  ['a picture from elsewhere', { ms: { pictures: ['https://x.example/a.webp'] } }, ['ms', 'pictures', 0]],
] as const)('%s is refused where it stands', ([, variants, path]) => {
  expect(refusalOf(variants)?.path).toEqual(path);
});
