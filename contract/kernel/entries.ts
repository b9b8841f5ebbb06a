import type { Endpoint } from './endpoint.ts';
import type { ClientEvent, ServerEvent } from './event.ts';

type Entry = Endpoint | ClientEvent | ServerEvent;

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  (('host' in value && 'reply' in value) || 'acknowledgement' in value || 'payload' in value);

/** The calls and events that these files export, by themselves or as a table of several. */
export function entriesOf(files: readonly object[]): Entry[] {
  const exported = files.flatMap((file) => Object.values<unknown>({ ...file }));
  const found = exported.flatMap((value) => {
    if (isEntry(value)) return [value];
    const isTable = Object.getPrototypeOf(value ?? 0) === Object.prototype;
    return isTable ? Object.values<unknown>({ ...(value as object) }).filter(isEntry) : [];
  });
  return [...new Set(found)];
}
