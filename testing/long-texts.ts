import { z } from 'zod';

/** What has made expressions take the square of a text's length, or its cube. */
export const fillings = [' ', 'a', '1', '{{', 'Version/', '/', '\n ', 'a@', '<a ', '\u0316\u0301'] as const;

/** About so many bytes of it on the wire, and at the end something else: what fits to the end is found at once. */
export function fill(filling: string, bytes: number): string {
  const each = Buffer.byteLength(JSON.stringify(filling)) - 2;
  return `${filling.repeat(Math.max(1, Math.floor(bytes / each)))}!`;
}

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

const read = new WeakMap<z.ZodType, JsonSchema>();

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const known =
    read.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  read.set(schema, known);
  return known;
}

/** A value as a schema asks for it, with this text wherever one may stand. */
export function withTexts(schema: z.ZodType, text: string): unknown {
  return valueOf(jsonSchemaOf(schema), text);
}

/** In how many places. */
export function countTexts(schema: z.ZodType): number {
  return JSON.stringify(withTexts(schema, '\u0001')).split('\\u0001').length - 1;
}

function valueOf(schema: JsonSchema, text: string): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const values = choices.map((choice) => valueOf(choice, text));
    return values.find((value) => holds(value, text)) ?? values[0];
  }
  if (schema.const !== undefined) return schema.const;
  switch (schema.type ?? 'anything') {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? { text: {} }).map(([name, field]) => [
          name,
          valueOf(field, text),
        ]),
      );
    case 'array':
      return [valueOf(schema.items ?? {}, text)];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      // Words of a closed set as well: whatever they are compared with, it must not take long.
      return text;
  }
}

function holds(value: unknown, text: string): boolean {
  if (typeof value !== 'object' || value === null) return value === text;
  return Object.values(value).some((part) => holds(part, text));
}
