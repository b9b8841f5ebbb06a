import { z } from 'zod';
import { EVENT_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { Failure, decodeFailure, fail } from '#contract/kernel/errors.ts';
import type {
  ClientEvent,
  EventAcknowledgement,
  EventInput,
  EventPayload,
  ServerEvent,
} from '#contract/kernel/event.ts';
import { OfflineError } from './call.ts';

/** Sends an event over the open connection and waits for its acknowledgement. */
type Send = (name: string, wire: unknown) => Promise<unknown>;

/** How long an event waits for a connection. */
const PATIENCE_MS = 8_000;

let send: Send | null = null;
const waiting = new Set<(send: Send) => void>();
const listeners = new Map<string, Set<(wire: unknown) => void>>();
const connectHandlers = new Set<() => void>();
const failureHandlers = new Set<(failure: Failure) => void>();

/** The connection is open (again), or gone. */
export function setConnection(next: Send | null): void {
  send = next;
  if (!next) return;
  for (const go of waiting) go(next);
  waiting.clear();
  fetchMissed();
}

/** Events that this page missed have to be fetched. */
export function fetchMissed(): void {
  for (const handle of connectHandlers) handle();
}

/** Whether an event emitted now goes out at once. */
export function isConnected(): boolean {
  return send !== null;
}

/** Hands an event that came over the connection to its handlers. */
export function dispatch(name: string, wire: unknown): void {
  for (const listen of listeners.get(name) ?? []) listen(wire);
}

/** Sends an event and answers as the contract says. Throws a `Failure`, or an `OfflineError` where no answer comes. */
export async function emit<E extends ClientEvent>(
  event: E,
  input: EventInput<E>,
): Promise<EventAcknowledgement<E>> {
  const wire: unknown = z.encode(event.input, input);
  // A connection would end over it, and a sender that repeats unanswered events would never be done.
  if (JSON.stringify(wire).length > EVENT_MAX_LETTERS) fail('request.too_large');
  const over = send ?? (await nextConnection(event.name));
  const answer = await over(event.name, wire).catch((error: unknown) => {
    if (error instanceof Failure) throw error;
    throw new OfflineError(event.name, { cause: error });
  });
  if (!(answer as { ok?: unknown }).ok) {
    const failure = decodeFailure(500, answer);
    for (const handle of failureHandlers) handle(failure);
    throw failure;
  }
  return z.decode(event.acknowledgement, answer) as EventAcknowledgement<E>;
}

/** Handles an event of the server's, until the returned function is called. */
export function onEvent<E extends ServerEvent>(
  event: E,
  handler: (payload: EventPayload<E>) => void,
): () => void {
  const listen = (wire: unknown) => {
    const read = z.safeDecode(event.payload, wire);
    if (read.success) handler(read.data as EventPayload<E>);
  };
  const known = listeners.get(event.name) ?? new Set();
  listeners.set(event.name, known.add(listen));
  return () => known.delete(listen);
}

/** Calls back at every connection, and whenever the server has lost events: what came meanwhile has to be fetched. */
export function onConnect(handler: () => void): () => void {
  connectHandlers.add(handler);
  return () => connectHandlers.delete(handler);
}

/** Calls back for every event the server has refused, besides the failure that its sender gets. */
export function onFailure(handler: (failure: Failure) => void): () => void {
  failureHandlers.add(handler);
  return () => failureHandlers.delete(handler);
}

function nextConnection(name: string): Promise<Send> {
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
