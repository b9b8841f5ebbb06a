import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { hasRight } from '#contract/kernel/staff-rights.ts';
import { readWalkedBrand } from './accounts/walked-brand.ts';
import type { App, LinkContext, MemberContext, StaffContext, VisitorContext } from './app.ts';
import { visitorContext } from './bind.ts';
import type { StaffSession } from './platform/realtime/staff-live.ts';
import { findSession } from './platform/security/sessions.ts';
import { findStaffSession } from './staff/console-sessions.ts';

function bearerOf(request: FastifyRequest): string {
  const token = /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1];
  return token ?? fail('session.missing');
}

/** A link's token that stands in the body. */
function linkTokenOf({ linkField }: Endpoint, { body }: FastifyRequest): string | undefined {
  if (!linkField || typeof body !== 'object' || body === null) return undefined;
  const token = (body as Record<string, unknown>)[linkField];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

async function asMember(app: App, endpoint: Endpoint, visitor: VisitorContext, request: FastifyRequest) {
  const { accepted, hasRegion, ...session } =
    (await findSession(app, visitor.brandId, bearerOf(request))) ?? fail('session.dead');
  if (!accepted && !endpoint.beforeConsent) fail('consent.missing');
  if (!hasRegion && endpoint.needsRegion) fail('region.missing');
  if (!session.walks) return { ...visitor, ...session };
  if (endpoint.method !== 'GET' && !endpoint.whileWalking) return fail('walk.stops_here');
  return { ...visitor, ...session, brand: await readWalkedBrand(app, visitor.brand, session.accountId) };
}

/**
 * The brands at which the caller has one of the rights that a call asks for. Without it at any brand the call is
 * refused, and so it is with it at some where the call is about all of them.
 */
function brandsFor(
  app: App,
  { isOwner, roles }: StaffSession,
  { right: needed, everywhere }: StaffCall,
): string[] {
  if (needed === 'signed_in' || needed === 'signing_in') return [...roles.keys()];
  const rights = typeof needed === 'string' ? [needed] : needed;
  const open = [...roles].filter(([, role]) => rights.some((right) => hasRight(role, right)));
  const isEnough = everywhere ? open.length === app.brands.all().length : open.length > 0;
  if (!isEnough && !isOwner) fail('staff.forbidden');
  // Before the first brand an owner may do everything, and there is nothing of any brand.
  const none = app.brands.beforeFirst();
  return none ? [none.id] : open.map(([brandId]) => brandId);
}

type StaffCall = Extract<Endpoint, { access: 'staff' }>;

/** Finds out who calls, as far as the endpoint wants to know. */
export async function identify(
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<VisitorContext | MemberContext | LinkContext | StaffContext> {
  const visitor = visitorContext(request);
  switch (endpoint.access) {
    case 'visitor':
      return visitor;
    case 'link':
      return { ...visitor, linkToken: linkTokenOf(endpoint, request) ?? bearerOf(request) };
    case 'member-or-link': {
      const linkToken = linkTokenOf(endpoint, request);
      return linkToken ? { ...visitor, linkToken } : asMember(app, endpoint, visitor, request);
    }
    case 'visitor-or-member':
      return request.headers.authorization === undefined
        ? visitor
        : asMember(app, endpoint, visitor, request);
    case 'member':
      return asMember(app, endpoint, visitor, request);
    case 'staff': {
      const session = (await findStaffSession(app, bearerOf(request))) ?? fail('session.dead');
      if (session.missing && endpoint.right !== 'signing_in') fail('staff.factor_missing');
      return { ...visitor, ...session, brandIds: brandsFor(app, session, endpoint) };
    }
  }
}
