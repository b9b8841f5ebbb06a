import { z } from 'zod';

/** What has made expressions take the square of a text's length, or its cube. */
export const fillings = [' ', 'a', '1', '{{', 'Version/', '/', '\n ', 'a@', '<a ', '\u0316\u0301'] as const;

/** About so many bytes of it on the wire. */
export function fill(filling: string, bytes: number): string {
  const each = Buffer.byteLength(JSON.stringify(filling)) - 2;
  return filling.repeat(Math.max(1, Math.floor(bytes / each)));
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

/** A value as a schema asks for it, with this text wherever one may stand. */
export function withTexts(schema: z.ZodType, text: string): unknown {
  return valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, text);
}

/** In how many places. */
export function countTexts(schema: z.ZodType): number {
  return JSON.stringify(withTexts(schema, '\u0001')).split('\\u0001').length - 1;
}

function valueOf(schema: JsonSchema, text: string): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const values = choices.map((choice) => valueOf(choice, text));
    return (
      values.find((value) => JSON.stringify(value)?.includes(JSON.stringify(text).slice(1, -1))) ?? values[0]
    );
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
