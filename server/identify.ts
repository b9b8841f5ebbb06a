import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../contract/endpoint.ts';
import { fail } from '../contract/errors.ts';
import { findStaffSession } from './staff/find-staff-session.ts';
import type { App, VisitorContext } from './core/app.ts';
import { visitorContext } from './core/http/visitor.ts';
import { findSession } from './core/sessions.ts';

function bearerOf(request: FastifyRequest): string {
  const token = /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1];
  return token ?? fail('session.missing');
}

/** Finds out who calls, as far as the endpoint wants to know. */
export async function identify(
  app: App,
  { access }: Endpoint,
  request: FastifyRequest,
): Promise<VisitorContext> {
  const visitor = visitorContext(request);
  switch (access) {
    case 'visitor':
      return visitor;
    case 'link':
      return Object.assign(visitor, { linkToken: bearerOf(request) });
    case 'member': {
      const session = await findSession(app, visitor.brandId, bearerOf(request));
      return Object.assign(visitor, session ?? fail('session.dead'));
    }
    case 'staff': {
      const session = await findStaffSession(app, bearerOf(request));
      return Object.assign(visitor, session ?? fail('session.dead'));
    }
  }
}
