import { expect, test } from 'vitest';
import type { z } from 'zod';
import { brandSettings } from '#contract/brand/brand.ts';
import { flowSettings, planSettings } from '#contract/brand/flow.ts';
import { isFieldName } from './field-names.ts';

interface Definition {
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  valueType?: z.ZodType;
  options?: readonly z.ZodType[];
  items?: readonly z.ZodType[];
}

/** The names of all fields of a schema, however deep they lie. */
function fieldsOf(schema: z.ZodType): string[] {
  const {
    shape = {},
    element,
    innerType,
    in: input,
    valueType,
    options = [],
    items = [],
  } = schema.def as Definition;
  const within = [element, innerType, input, valueType, ...options, ...items, ...Object.values(shape)];
  return [...Object.keys(shape), ...within.flatMap((each) => (each ? fieldsOf(each) : []))];
}

test('whatever of a brand can change has words for the difference', () => {
  const names = new Set([brandSettings, flowSettings, planSettings].flatMap(fieldsOf));
  expect(names.size).toBeGreaterThan(100);
  expect([...names].filter((name) => !isFieldName(name))).toEqual([]);
});
