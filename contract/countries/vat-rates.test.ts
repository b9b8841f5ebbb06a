import { expect, test } from 'vitest';
import { countries } from './list.ts';
import { standardVatPercent, taxOf } from './vat-rates.ts';
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

test('a trader without the one-stop shop charges the tax of his own country', () => {
  expect(inItaly({ address: 'fi', card: 'fi' }, false)).toEqual(['it', 2200]);
});

test('the countries of brands and the list of rates agree, and all 27 are there', () => {
  for (const [code, { vatPercent }] of Object.entries(countries))
    expect(standardVatPercent).toHaveProperty(code, vatPercent);
  expect(Object.keys(standardVatPercent)).toHaveLength(27);
});
