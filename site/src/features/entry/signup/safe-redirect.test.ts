import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

const site = { origin: 'https://lunaria.example', redirectHosts: ['partner.example'] };

test.each([
  ['/match?x=1', 'https://lunaria.example/match?x=1'],
  ['https://lunaria.example/find', 'https://lunaria.example/find'],
  ['https://partner.example/join', 'https://partner.example/join'],
  ['//partner.example/join', 'https://partner.example/join'],
])('%s may be followed', (address, target) => {
  expect(safeRedirect(address, site)).toBe(target);
});

test.each([
  'https://elsewhere.example/',
  'https://partner.example.elsewhere.example/',
  'https://sub.partner.example/',
  'https://partner.example@elsewhere.example/',
  'https://me:secret@partner.example/',
  '//elsewhere.example/find',
  '/\\elsewhere.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://',
])('%s may not', (address) => {
  expect(safeRedirect(address, site)).toBeUndefined();
});
