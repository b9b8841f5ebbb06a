import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Sent by the browser, answered by an acknowledgement. */
export interface ClientEvent {
  name: string;
  summary: string;
  input: z.ZodType;
  /** The input field that names an account. It must be the caller's own. */
  owner?: string;
  /** A member may send it only once they have a region. */
  needsRegion?: true;
  /** What it costs. A walking member learns that they could not pay it, and else that a walk ends there. */
  costs?: 'message' | 'like';
  /** Of a member whom others cannot see yet it is taken, and reaches them once they can. */
  heldWhileUnseen?: true;
  acknowledgement: z.ZodType;
  errors: readonly ErrorCode[];
}

/** Sent by the server. */
export interface ServerEvent {
  name: string;
  summary: string;
  payload: z.ZodType;
}

export type EventInput<E extends ClientEvent> = z.output<E['input']>;
export type EventAcknowledgement<E extends ClientEvent> = z.output<E['acknowledgement']>;
export type EventPayload<E extends ServerEvent> = z.output<E['payload']>;

export function clientEvent<const E extends ClientEvent>(description: E): E {
  return description;
}

export function serverEvent<const E extends ServerEvent>(description: E): E {
  return description;
}
