import { expect, test } from 'vitest';
import { coverPhones, holdsPhone } from './cover-phones.ts';

test.for([
  '3331234567',
  '+39 333 123 45 67',
  '0039-333-1234567',
  '(06) 1234567',
  '06/1234567',
  '333.123.4567',
  '600 11 22 33',
])('%s could be called', (number) => {
  const text = `Scrivimi: ${number}, ciao`;
  expect(holdsPhone(text)).toBe(true);
  expect(coverPhones(text)).toBe(`Scrivimi: ${number.replaceAll(/\d/g, '•')}, ciao`);
});

test.for([
  ['３３３１２３４５６７', '••••••••••'],
  ['333\u200B123\u200D4567', '•••\u200B•••\u200D••••'],
  ['3\u20603\uFE0F3 1234567', '•\u2060•\uFE0F• •••••••'],
  ['3️⃣3️⃣3️⃣1️⃣2️⃣3️⃣4️⃣', '•️⃣•️⃣•️⃣•️⃣•️⃣•️⃣•️⃣'],
  ['٣٣٣١٢٣٤٥٦٧', '••••••••••'],
  ['𝟑𝟑𝟑𝟏𝟐𝟑𝟒', '•••••••'],
  ['③③③①②③④', '•••••••'],
  ['333–123–4567', '•••–•••–••••'],
  ['333 punto 123 punto 4567', '••• punto ••• punto ••••'],
  ['333trattino1234567', '•••trattino•••••••'],
  ['333 dash 123 dot 4567', '••• dash ••• dot ••••'],
  ['600 guión 112 espacio 233', '••• guión ••• espacio •••'],
  ['tre tre tre uno due tre quattro cinque', '• • • • • • • •'],
  ['Tre 3 tre, no: seis seis cero 1 2 3 4', 'Tre 3 tre, no: • • • • • • •'],
  ['zéro six un deux trois quatre cinq six', '• • • • • • • •'],
] as const)('%s is seen through', ([number, covered]) => {
  expect(holdsPhone(number)).toBe(true);
  expect(coverPhones(number)).toBe(covered);
});

test.for([
  'sei tu quella dei due cani e tre gatti, o no? Alle sette o alle otto, un caffè',
  'one or two, maybe three, not four or five; six at most, seven if you insist',
  'Un, deux, trois, quatre, cinq, six, sept: nous irons au bois',
  'nati nel 1980, 1985 e 1990, sposati nel 2010',
  'Ⅻ Ⅻ Ⅻ Ⅻ Ⅻ Ⅻ Ⅻ',
  'alle 19:30',
  'ho 33 anni',
  'nel 2026',
  'via Roma 12',
  '100000',
  'a1b2c3d4e5f6g7',
  '1,2,3,4,5,6,7',
])('%s could not', (text) => {
  expect(holdsPhone(text)).toBe(false);
  expect(coverPhones(text)).toBe(text);
});
