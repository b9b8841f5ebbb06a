import { expect, test } from 'vitest';
import type { OwnPhoto } from '#contract/account/user.ts';
import { completenessOf } from './completeness.tsx';

const nothing = { description: ' ', lookingFor: '', age: null, city: null };
const everything = { description: 'Ciao.', lookingFor: 'Una cena.', age: 44, city: 'Roma' };
const photo = (status: OwnPhoto['status']): OwnPhoto => ({
  path: '/p',
  isDefault: true,
  isShown: status === 'approved',
  name: 'p',
  status,
  refusal: null,
});

test('an empty profile begins with a photo', () => {
  expect(completenessOf(nothing, { photos: [], emailConfirmed: false })).toEqual({
    percent: 0,
    next: 'photo',
  });
});

test('a photo that waits counts, one that was refused does not', () => {
  const shown = (status: OwnPhoto['status']) =>
    completenessOf(everything, { photos: [photo(status)], emailConfirmed: true });
  expect(shown('pending')).toEqual({ percent: 100, next: null });
  expect(shown('rejected')).toEqual({ percent: 83, next: 'photo' });
});

test('the address comes last', () => {
  expect(completenessOf(everything, { photos: [photo('approved')], emailConfirmed: false })).toEqual({
    percent: 83,
    next: 'email',
  });
});
