import { expect, test } from 'vitest';
import { z } from 'zod';
import { clientEvents, endpoints, serverEvents } from '../api.ts';
import { boot } from '../brand/boot.ts';
import { photoAddress } from '../kernel/fields.ts';

interface JsonSchema {
  type?: string;
  pattern?: string;
  format?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
}

const toJson = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema;

/** Every text that goes over the wire, with the way to it. */
function textsOf(path: string, schema: JsonSchema): [string, JsonSchema][] {
  const { type, properties = {}, items, additionalProperties: more, anyOf = [] } = schema;
  return [
    ...(type === 'string' ? [[path, schema] as [string, JsonSchema]] : []),
    ...Object.entries(properties).flatMap(([name, field]) => textsOf(`${path}.${name}`, field)),
    ...(items ? textsOf(path, items) : []),
    ...(typeof more === 'object' ? textsOf(path, more) : []),
    ...anyOf.flatMap((option) => textsOf(path, option)),
  ];
}

const urls = [
  ...endpoints.flatMap(({ method, path, reply, file, html }) =>
    file || html ? [] : textsOf(`${method} ${path}`, toJson(reply)),
  ),
  ...clientEvents.flatMap(({ name, acknowledgement }) => textsOf(name, toJson(acknowledgement))),
  ...serverEvents.flatMap(({ name, payload }) => textsOf(name, toJson(payload))),
  ...textsOf('boot.json', toJson(boot)),
];

test.for(['/media/photos/a.webp', 'photos/a.webp', '//host/a.webp', 'data:image/png;base64,AA', 'https://'])(
  'the address of a photo is whole: %s is refused',
  (address) => {
    expect(photoAddress.safeParse(address).success).toBe(false);
  },
);

test('every reply and every event has whole addresses of photos', () => {
  const { pattern } = toJson(photoAddress);
  expect(pattern).toBeDefined();
  // What is said of a photo besides where it is: its id, its state, the seal of its colours.
  const isAddress = ([path]: [string, JsonSchema]) =>
    /(?:photo|foto|portrait|photoHost|\.(?:photos|imageName|photo)\..*(?:address|path))$/i.test(path);
  const addresses = urls.filter(isAddress).filter(([, { format }]) => format !== 'uuid');
  const places = new Set(addresses.map(([path]) => path.replace(/^.*?\./, '')));
  const wanted = ['default_photo', 'user.imageName.path', 'profili.photos.sources.address', 'photo'];
  expect(wanted.filter((place) => ![...places].some((found) => found.endsWith(place)))).toEqual([]);
  const loose = addresses.filter(
    ([path, schema]) => schema.pattern !== pattern && !(path.endsWith('.path') && isEmptyText(schema)),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});

/** A refused photo of one's own has no address. */
function isEmptyText(schema: JsonSchema): boolean {
  return 'const' in schema && schema.const === '';
}
