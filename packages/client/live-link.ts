import { z } from 'zod';
import { EVENT_MAX_LETTERS } from '../../contract/kernel/constants.ts';
import { Failure, decodeFailure, fail } from '../../contract/kernel/errors.ts';
import type {
  ClientEvent,
  EventAcknowledgement,
  EventInput,
  EventPayload,
  ServerEvent,
} from '../../contract/kernel/event.ts';
import { OfflineError } from './call.ts';
import { askForRegion } from '../../site/src/shell/session.ts';

/** Says something over the open connection and waits for the answer. */
type Send = (name: string, wire: unknown) => Promise<unknown>;

/** How long somebody who wants to say something waits for a connection. */
const PATIENCE_MS = 8_000;

let send: Send | null = null;
const waiting = new Set<(send: Send) => void>();
const listeners = new Map<string, Set<(wire: unknown) => void>>();
const onConnected = new Set<() => void>();

/** The connection is open (again), or gone. */
export function setLink(next: Send | null): void {
  send = next;
  if (!next) return;
  for (const go of waiting) go(next);
  waiting.clear();
  for (const tell of onConnected) tell();
}

/** Whether something said now would be heard. */
export function isConnected(): boolean {
  return send !== null;
}

/** Something came over the connection. */
export function received(name: string, wire: unknown): void {
  for (const listen of listeners.get(name) ?? []) listen(wire);
}

/** Says it, and answers as the contract says. Throws a `Failure`, or an `OfflineError` where nobody answers. */
export async function say<E extends ClientEvent>(
  event: E,
  input: EventInput<E>,
): Promise<EventAcknowledgement<E>> {
  const wire: unknown = z.encode(event.input, input);
  // A connection would end over it, and whoever sends again what was not answered would never be done.
  if (JSON.stringify(wire).length > EVENT_MAX_LETTERS) fail('request.too_large');
  const over = send ?? (await nextLink(event.name));
  const answer = await over(event.name, wire).catch((error: unknown) => {
    if (error instanceof Failure) throw error;
    throw new OfflineError(event.name, { cause: error });
  });
  if (!(answer as { ok?: unknown }).ok) {
    const failure = decodeFailure(500, answer);
    if (failure.code === 'region.missing') askForRegion();
    throw failure;
  }
  return z.decode(event.acknowledgement, answer) as EventAcknowledgement<E>;
}

/** Hears what the server says, until the returned function is called. */
export function hear<E extends ServerEvent>(event: E, handler: (payload: EventPayload<E>) => void) {
  const listen = (wire: unknown) => {
    const read = z.safeDecode(event.payload, wire);
    if (read.success) handler(read.data as EventPayload<E>);
  };
  const known = listeners.get(event.name) ?? new Set();
  listeners.set(event.name, known.add(listen));
  return () => known.delete(listen);
}

/** Calls back at every connection: what was said while there was none has to be asked for. */
export function whenConnected(handler: () => void): () => void {
  onConnected.add(handler);
  return () => onConnected.delete(handler);
}

function nextLink(name: string): Promise<Send> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(go);
      reject(new OfflineError(name));
    }, PATIENCE_MS);
    const go = (link: Send) => {
      clearTimeout(timer);
      resolve(link);
    };
    waiting.add(go);
  });
}
