import type { FastifyRequest } from 'fastify';
import type { VisitorContext } from '../app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    visitor: VisitorContext | undefined;
  }
}

/** The context that the first hook has put on the request. */
export function visitorContext(request: FastifyRequest): VisitorContext {
  if (!request.visitor) throw new Error('the request has no brand yet');
  return request.visitor;
}
