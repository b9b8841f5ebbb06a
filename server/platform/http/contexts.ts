import type { FastifyRequest } from 'fastify';
import type { App, VisitorContext } from '../../app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A field of the reply that is null where the call fails, as the specification has it for sign-up. */
    nullOnFailure?: string;
  }
  interface FastifyRequest {
    visitor: VisitorContext | undefined;
  }
}

/** The context that the first hook has put on the request. */
export function visitorContext(request: FastifyRequest): VisitorContext {
  if (!request.visitor) throw new Error('the request has no brand yet');
  return request.visitor;
}

/** The one place where contexts are made: the app, or a context that knows less, and what is known of the caller. */
export function createContext<Known extends Readonly<App>, Call extends object>(
  known: Known,
  call: Call,
): Known & Call {
  return { ...known, ...call };
}
