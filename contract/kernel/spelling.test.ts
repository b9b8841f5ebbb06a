import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { as, spelled, spelledKeys, spelledWords } from './spelling.ts';
import { vocabularyOf } from './vocabulary.ts';

const gender = spelledWords({ female: 'donna', male: 'uomo' });
const navigation = spelled({
  unreadMessages: as('undreadedMessages', z.int()),
  seeks: as('cerco', gender.optional()),
  photos: as('imageName', z.array(spelled({ isDefault: as('predefinita', z.boolean()) }))),
});

const wire = { undreadedMessages: 3, cerco: 'donna', imageName: [{ predefinita: true }] } as const;
const plain = { unreadMessages: 3, seeks: 'female', photos: [{ isDefault: true }] } as const;

test('what comes off the wire is in our words, however deep', () => {
  expect(z.decode(navigation, { ...wire, imageName: [...wire.imageName] })).toEqual(plain);
});

test('what goes out is in the wire’s words', () => {
  expect(z.encode(navigation, { ...plain, photos: [...plain.photos] })).toEqual(wire);
});

test('an absent field stays absent both ways', () => {
  const { cerco: _, ...rest } = wire;
  const decoded = z.decode(navigation, { ...rest, imageName: [...rest.imageName] });
  expect('seeks' in decoded).toBe(false);
  expect('cerco' in z.encode(navigation, decoded)).toBe(false);
});

test('a wrong type or an unknown word is refused', () => {
  expect(z.safeDecode(navigation, { ...wire, undreadedMessages: '3' } as never).success).toBe(false);
  expect(z.safeDecode(gender, 'women' as never).success).toBe(false);
});

test('a field the contract does not name does not get through', () => {
  const hostile = { ...wire, imageName: [], premiumLevel: 2 };
  expect(z.decode(navigation, hostile)).not.toHaveProperty('premiumLevel');
});

test('a record’s keys are spelled too', () => {
  const paywalls = spelledKeys(
    spelledWords({ out_of_credits: 'fine_crediti' }),
    z.object({ title: z.string() }),
  );
  expect(z.encode(paywalls, { out_of_credits: { title: 'x' } })).toEqual({ fine_crediti: { title: 'x' } });
  expect(z.decode(paywalls, { fine_crediti: { title: 'x' } })).toEqual({ out_of_credits: { title: 'x' } });
});

test('the compiler knows both spellings', () => {
  expectTypeOf<z.output<typeof navigation>>().toEqualTypeOf<{
    unreadMessages: number;
    photos: { isDefault: boolean }[];
    seeks?: 'female' | 'male' | undefined;
  }>();
  expectTypeOf<z.input<typeof navigation>['undreadedMessages']>().toEqualTypeOf<number>();
});

test('every pair of names is found by the glossary, however deep', () => {
  const vocabulary = vocabularyOf([{ reply: navigation }]);
  expect(vocabulary.get('undreadedMessages')).toContain('unreadMessages');
  expect(vocabulary.get('donna')).toContain('female');
  expect(vocabulary.get('predefinita')).toContain('isDefault');
});
