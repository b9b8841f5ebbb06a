import { expect, test } from 'vitest';
import { endpoints } from '../api.ts';
import { trackerId } from './fields.ts';
import { isTrackerId } from './tracker-id.ts';

/** Every word that stands in some call where another has the tracker id. */
function wordsInItsPlace(): string[] {
  const places = endpoints.flatMap(({ host, path }) => {
    const [before, after] = path.split(':trackerId');
    return after === undefined ? [] : [{ host, before: before ?? '' }];
  });
  return endpoints.flatMap(({ host, path }) =>
    places.flatMap((place) => {
      if (place.host !== host || !path.startsWith(place.before)) return [];
      const [word = ''] = path.slice(place.before.length).split('/', 1);
      return word === '' || word.startsWith(':') ? [] : [word];
    }),
  );
}

test('no tracker id is the word of another call, nor a step up the path', () => {
  const words = [...new Set(wordsInItsPlace())];
  expect(words).toContain('profile');
  expect([...words, '.', '..'].filter(isTrackerId)).toEqual([]);
  expect([...words, '.', '..'].filter((word) => trackerId.safeParse(word).success)).toEqual([]);
});

test.each(['abc', 'A.b_c~d-9', '...', '.a', 'profile2', 'Profile', 'x'.repeat(128)])('%s is one', (id) => {
  expect(isTrackerId(id)).toBe(true);
  expect(trackerId.safeParse(id).success).toBe(true);
});

test.each(['', 'a b', 'a/b', '%2e%2e', 'è', 'x'.repeat(129)])('%j is none', (id) => {
  expect(isTrackerId(id)).toBe(false);
});
