import type { FastifyInstance } from 'fastify';
import { clientEvents, endpoints } from '#contract/api.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { App } from './app.ts';
import { identify } from './identify.ts';
import { mount } from './platform/http/mount.ts';
import type { Module } from './platform/module.ts';
import type { EventBinding } from './platform/realtime/connections.ts';

/**
 * The calls and addresses that the modules add, as far as the roles of this node go. A call that the contract does not list
 * stops the start: no test that covers the whole contract would see it, and the table of access would be silent about it.
 */
export async function serveModules(
  app: App,
  server: FastifyInstance,
  modules: readonly Module[],
): Promise<void> {
  const { roles } = app.config;
  const bindings = modules.flatMap(({ routes = [] }) => routes);
  requireListed(
    bindings.map(({ endpoint }) => endpoint),
    endpoints,
    ({ method, host, path }) => `${method} ${hostPrefixes[host]}${path}`,
  );
  const served = bindings.filter(({ endpoint }) =>
    roles.includes(endpoint.host === 'payment' ? 'payment' : 'web'),
  );
  mount(app, server, served, identify);
  for (const { addresses } of modules)
    if (addresses && roles.includes(addresses.role)) await addresses.add(app, server);
}

/** The events that browsers may send, all of them listed. */
export function eventsOf(modules: readonly Module[]): EventBinding[] {
  const bindings = modules.flatMap(({ events = [] }) => events);
  requireListed(
    bindings.map(({ event }) => event),
    clientEvents,
    ({ name }) => `the event ${name}`,
  );
  return bindings;
}

function requireListed<E>(bound: readonly E[], listed: readonly E[], nameOf: (entry: E) => string): void {
  const known = new Set(listed);
  const unlisted = bound.filter((entry) => !known.has(entry)).map(nameOf);
  if (unlisted.length > 0)
    throw new Error(
      `not listed in the contract: ${unlisted.join(', ')}. Declare it there and run npm run generate.`,
    );
}
