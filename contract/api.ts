import * as accounts from './accounts.ts';
import type { Endpoint } from './endpoint.ts';
import type { ClientEvent } from './event.ts';
import * as places from './places.ts';
import * as realtime from './realtime.ts';
import * as reviews from './reviews.ts';
import * as staff from './staff.ts';
import * as tracking from './tracking.ts';

const entries: readonly object[] = [accounts, places, realtime, reviews, staff, tracking].flatMap((part) =>
  Object.values<object>(part),
);

/** Everything that crosses the wire, for the API description and for tests that cover all of it. */
export const endpoints = entries.filter(
  (entry): entry is Endpoint => 'host' in entry && 'method' in entry && 'reply' in entry,
);
export const clientEvents = entries.filter((entry): entry is ClientEvent => 'acknowledgement' in entry);
