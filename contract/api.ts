import { files } from './files.gen.ts';
import type { Endpoint } from './kernel/endpoint.ts';
import { entriesOf } from './kernel/entries.ts';
import type { ClientEvent, ServerEvent } from './kernel/event.ts';

const entries = entriesOf(files);

/** Everything that crosses the wire, for the API description and for tests that cover all of it. */
export const endpoints = entries.filter((entry): entry is Endpoint => 'host' in entry);
export const clientEvents = entries.filter((entry): entry is ClientEvent => 'acknowledgement' in entry);
export const serverEvents = entries.filter((entry): entry is ServerEvent => 'payload' in entry);
