/** What a draft says, field by field. It may be half written, so that nothing about its shape is taken for granted. */

export type Content = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];

/** "returnGift.credits" as the steps to that field. */
export function pathOf(field: string): string[] {
  return field === '' ? [] : field.split('.');
}

export function valueAt(content: unknown, path: Path): unknown {
  let value = content;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** Whether something means more than nothing even while nothing stands in it. */
export type KeepsEmpty = (path: Path) => boolean;

/**
 * The same content with another value there. What is undefined is left out, as an operator writes it, and so is what held
 * nothing else.
 */
export function withValueAt(
  content: Content,
  path: Path,
  value: unknown,
  keepsEmpty: KeepsEmpty = () => false,
): Content {
  return written(content, path, value, { keepsEmpty, above: [] });
}

interface Writing {
  keepsEmpty: KeepsEmpty;
  above: Path;
}

function written(content: Content, [step, ...rest]: Path, value: unknown, writing: Writing): Content {
  if (step === undefined) return content;
  const { [step]: before, ...others } = content;
  const above = [...writing.above, step];
  const filled = rest.length === 0 ? value : written(objectOf(before), rest, value, { ...writing, above });
  const isLeft = rest.length > 0 && Object.keys(objectOf(filled)).length === 0 && !writing.keepsEmpty(above);
  const inner = isLeft ? undefined : filled;
  if (inner === undefined) return others;
  // A field that is there stays where it stands, so that a difference shows the change alone.
  return Object.hasOwn(content, step) ? { ...content, [step]: inner } : { ...others, [step]: inner };
}

export function objectOf(value: unknown): Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Content) : {};
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
