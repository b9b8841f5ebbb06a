import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints, serverEvents } from '../api.ts';

type Shape = z.core.JSONSchema.BaseSchema;

/** Every object of a schema as it goes over the wire, by where it stands. */
function objectsOf(shape: Shape, where: string): { where: string; fields: string[] }[] {
  const inner = [
    ...Object.entries(shape.properties ?? {}).map(([name, one]) => [`${where}.${name}`, one] as const),
    ...[shape.items, shape.additionalProperties].map((one) => [`${where}[]`, one] as const),
    ...[shape.anyOf, shape.oneOf, shape.allOf].flatMap((many) =>
      (many ?? []).map((one) => [where, one] as const),
    ),
  ].flatMap(([path, one]) => (typeof one === 'object' && !Array.isArray(one) ? objectsOf(one, path) : []));
  return shape.properties ? [{ where, fields: Object.keys(shape.properties) }, ...inner] : inner;
}

const wireOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape;

const named = [
  // The console's people know whose profiles they look after.
  ...endpoints
    .filter(({ access }) => access !== 'staff')
    .map(({ path, reply }) => ({ name: path, schema: reply })),
  ...serverEvents.map(({ name, payload }) => ({ name, schema: payload })),
].flatMap(({ name, schema }) =>
  objectsOf(wireOf(schema), name).filter(({ fields }) => fields.includes('screenName')),
);

test('every named profile says who answers for it', () => {
  expect(named.filter(({ fields }) => !fields.includes('kind')).map(({ where }) => where)).toEqual([]);
  // Lists, pages, cards, notifications, live news and blocks are all among them.
  const places = named.map(({ where }) => where.split(/[.[]/)[0]);
  expect(places).toEqual(
    expect.arrayContaining([
      '/',
      '/match',
      '/get/messages/:trackerId',
      '/get/notifications/:trackerId',
      '/users/:trackerId/blocks',
      'chat',
      'like',
    ]),
  );
});
