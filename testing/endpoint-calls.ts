/** Endpoints of the contract, one by one, called at a whole node. */

import { Agent } from 'node:http';
import { endpoints } from '#contract/api.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { fittingInput } from './fitting-input.ts';
import { test } from './harness.ts';
import { callAt } from './http.ts';
import { startNode } from './node.ts';
import type { Member } from './world.ts';

/** As the table of access has it: the method and the whole path. */
export const endpointName = ({ host, method, path }: Endpoint) => `${method} ${hostPrefixes[host]}${path}`;

/** Those that are chosen, each behind its name. */
export const endpointsWhere = (chosen: (endpoint: Endpoint) => boolean) =>
  endpoints.filter(chosen).map((endpoint) => [endpointName(endpoint), endpoint] as const);

/** As the endpoint has it; a wallet's call says deeper down who pays. */
function naming({ owner, sealed }: Endpoint, { trackerId }: Member): object {
  if (owner) return { [owner]: trackerId };
  return sealed?.name === 'wallet' ? { request: { trackerId } } : {};
}

export interface Caller {
  token?: string;
  headers?: Record<string, string>;
  hostname?: string;
  input?: object;
}

/** All tests come from one address. */
const unlimited = Object.fromEntries(
  [
    'LOGIN_ADDRESS',
    'REQUESTS_ADDRESS',
    'SIGNUP_DEVICE',
    'SIGNUP_ADDRESS',
    'RESET_ADDRESS',
    'SEARCH_ADDRESS',
  ].map((name) => [`LIMIT_${name}`, '100000']),
);

/** With a node that serves pages and payments. */
export const testWithNode = test.extend('node', { scope: 'file' }, ({ databaseUrl, folder }, { onCleanup }) =>
  startNode({ DATABASE_URL: databaseUrl, DATA_DIR: folder, ROLES: 'web,payment', ...unlimited }, onCleanup),
);

/** These tests call thousands of times. */
export const agent = new Agent({ keepAlive: true });

/** A call with all in order but for what is said; about the given member unless said otherwise. */
export function callsAbout(port: number, subject: Member) {
  return async (endpoint: Endpoint, { input = {}, ...rest }: Caller = {}) => {
    const noLink = endpoint.linkField ? { linkToken: undefined } : {};
    const whole = { ...fittingInput(endpoint), ...naming(endpoint, subject), ...noLink, ...input };
    const { status, body } = await callAt(port, endpoint, whole as never, { ...rest, agent });
    return { status, code: (body as { error?: { code?: string } }).error?.code };
  };
}
