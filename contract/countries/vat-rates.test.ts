import { expect, test } from 'vitest';
import { countries } from './list.ts';
import { readCountryCode, standardVatPercent, taxOf } from './vat-rates.ts';
import type { VatEvidence } from './vat-rates.ts';

const inItaly = (evidence: Omit<VatEvidence, 'place'>, oneStopShop = true) => {
  const { country, basisPoints } = taxOf({
    brandCountry: 'it',
    oneStopShop,
    evidence: { place: 'it', ...evidence },
  });
  return [country, basisPoints];
};

test('two pieces of evidence that agree decide where a buyer lives', () => {
  expect(inItaly({})).toEqual(['it', 2200]);
  expect(inItaly({ address: 'fr' })).toEqual(['it', 2200]);
  expect(inItaly({ address: 'fr', card: 'it' })).toEqual(['it', 2200]);
  expect(inItaly({ address: 'fi', card: 'fi' })).toEqual(['fi', 2550]);
  expect(inItaly({ address: 'fi', card: 'de' })).toEqual(['it', 2200]);
  // Outside the Union there is no rate of ours, and an accountant has to look.
  expect(inItaly({ address: 'us', card: 'us' })).toEqual(['it', 2200]);
});

test('a trader without the one-stop shop charges the tax of their own country', () => {
  expect(inItaly({ address: 'fi', card: 'fi' }, false)).toEqual(['it', 2200]);
});

test('the countries of brands and the list of rates agree, and all 27 are there', () => {
  for (const [code, { vatPercent }] of Object.entries(countries))
    expect(standardVatPercent).toHaveProperty(code, vatPercent);
  expect(Object.keys(standardVatPercent)).toHaveLength(27);
});

test('only what names a country is one, as ISO writes it', () => {
  const codes = { IT: 'it', ' pt ': 'pt', EL: 'gr', UK: 'gb', us: 'us', XK: 'xk', MC: 'mc' };
  for (const [given, code] of Object.entries(codes)) expect(readCountryCode(given)).toBe(code);
  // Unknown, hidden, a whole continent, PayPal's China, a list, another script, a property of objects.
  const none = ['XX', 'ZZ', 'T1', 'EU', 'AP', 'A1', 'QZ', 'C2', '', 'ITA', 'IT, PT', 'іt', '__proto__', '<>'];
  for (const given of none) expect(readCountryCode(given)).toBeUndefined();
  for (const given of [undefined, null, 39, ['IT'], { code: 'IT' }])
    expect(readCountryCode(given)).toBeUndefined();
});

test('evidence that contradicts itself, or names what we have no rate for, leaves the chosen place', () => {
  expect(inItaly({ address: 'gb', card: 'gb' })).toEqual(['it', 2200]);
  expect(inItaly({ address: 'constructor', card: 'constructor' })).toEqual(['it', 2200]);
  expect(inItaly({ card: 'fi' })).toEqual(['it', 2200]);
  const none = taxOf({ brandCountry: 'es', oneStopShop: true, evidence: null });
  expect(none).toEqual({ country: 'es', basisPoints: 2100, evidence: { place: 'es' } });
});
