import { expect, test } from 'vitest';
import { inBrand, withinBrand } from './brand-scope.ts';

const lunaria = { search: '?brand=lunaria&text=anna' };

test('a link to another page stays with the brand that a person looks at', () => {
  expect(withinBrand({ pathname: '/payments' }, lunaria)).toEqual({
    pathname: '/payments',
    search: 'brand=lunaria',
  });
  expect(withinBrand({ pathname: '/payments', search: '?text=4242' }, lunaria).search).toBe(
    'text=4242&brand=lunaria',
  );
});

test('a link that names a brand leads to that one', () => {
  const to = { pathname: '/members/verbena/1', search: '?brand=verbena' };
  expect(withinBrand(to, lunaria)).toBe(to);
});

test('another filter of the same page leaves the brand as it is', () => {
  expect(withinBrand({ search: '?text=bea' }, lunaria).search).toBe('text=bea&brand=lunaria');
  expect(withinBrand({ search: '?' }, lunaria).search).toBe('brand=lunaria');
});

test('a person who looks at all brands goes on doing so', () => {
  const to = { pathname: '/payments' };
  expect(withinBrand(to, { search: '?text=anna' })).toBe(to);
});

test('an address of one brand is that of another with the name exchanged', () => {
  expect(inBrand('/members?text=anna&brand=lunaria', 'verbena')).toBe('/members?text=anna&brand=verbena');
  expect(inBrand('/', 'verbena')).toBe('/?brand=verbena');
});
