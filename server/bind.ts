/** Ties what the contract declares to what answers it: a handler that does not fit does not compile. */

import type { FastifyRequest } from 'fastify';
import type { Socket } from 'socket.io';
import type { Access, Endpoint, InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { ClientEvent, EventAcknowledgement, EventInput } from '#contract/kernel/event.ts';
import { refuseInWalk } from './accounts/walked-brand.ts';
import type { LinkContext, MemberContext, StaffContext, VisitorContext } from './app.ts';
import type { Binding } from './platform/http/mount.ts';
import { siteContext } from './platform/http/server.ts';
import type { EventBinding } from './platform/realtime/connections.ts';

interface Contexts {
  visitor: VisitorContext;
  member: MemberContext;
  'visitor-or-member': VisitorContext | MemberContext;
  link: LinkContext;
  'member-or-link': MemberContext | LinkContext;
  staff: StaffContext;
}
type ContextFor<A extends Access> = Contexts[A];

/** What the handler gets but for the file. */
type BeforeUpload<E extends Endpoint> = Omit<
  InputOf<E>,
  E extends { upload: { name: infer N extends string } } ? N : never
>;

interface BindOptions<E extends Endpoint> {
  /** Asked before a byte of the file is read, for limits above all: what is too much should cost nothing. */
  beforeUpload?: (context: ContextFor<E['access']>, input: BeforeUpload<E>) => Promise<unknown>;
}

export function bind<E extends Endpoint>(
  endpoint: E,
  handler: (context: ContextFor<E['access']>, input: InputOf<E>) => Promise<ReplyOf<E>> | ReplyOf<E>,
  options: BindOptions<E> = {},
): Binding {
  return { endpoint, handler, ...options };
}

export function bindEvent<E extends ClientEvent>(
  event: E,
  handler: (
    context: MemberContext,
    input: EventInput<E>,
    socket: Socket,
    isAnswered: boolean,
  ) => Promise<EventAcknowledgement<E>> | EventAcknowledgement<E>,
): EventBinding {
  const withinWalk: typeof handler = (context, ...rest) =>
    context.walks ? refuseInWalk(context, event) : handler(context, ...rest);
  return { event, handler: withinWalk };
}

/** The context that the platform has put on the request. It was made with the program's own `App`. */
export function visitorContext(request: FastifyRequest): VisitorContext {
  return siteContext(request) as VisitorContext;
}
