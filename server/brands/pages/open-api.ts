/** The contract as an OpenAPI document. */

import { z } from 'zod';
import { endpoints } from '#contract/api.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { commonErrors, errors } from '#contract/kernel/errors.ts';
import type { ErrorCode } from '#contract/kernel/errors.ts';
import { SEAL_KEY_HEADER } from '#contract/kernel/sealing.ts';

export type JsonSchema = Record<string, unknown>;

/** A schema as it is on the wire: what the JSON really looks like. */
export function wireSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json;
}

function parameters({ params, query, sealedReply }: Endpoint): JsonSchema[] {
  const listed = (place: 'path' | 'query', schema: z.ZodType | undefined) => {
    if (!schema) return [];
    const { properties = {}, required = [] } = wireSchema(schema) as {
      properties?: JsonSchema;
      required?: string[];
    };
    return Object.entries(properties).map(([name, value]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: value,
    }));
  };
  const header = {
    name: SEAL_KEY_HEADER,
    in: 'header',
    required: true,
    description: 'base64url JSON of a P-256 JWK; the answer is sealed to it.',
    schema: { type: 'string' },
  };
  return [...listed('path', params), ...listed('query', query), ...(sealedReply ? [header] : [])];
}

function requestBody({ body, sealed }: Endpoint): JsonSchema {
  if (!body && !sealed) return {};
  const base = body ? wireSchema(body) : { type: 'object', properties: {}, required: [] };
  const { properties = {}, required = [] } = base as { properties?: JsonSchema; required?: string[] };
  const seal = sealed && {
    [sealed.wire]: {
      type: 'string',
      description: `Compact JWE sealed to keys.${sealed.key}.`,
      contentSchema: wireSchema(sealed.content),
    },
  };
  const schema = {
    ...base,
    properties: { ...properties, ...seal },
    required: [...required, ...(sealed ? [sealed.wire] : [])],
  };
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

function responses({ reply, errors: own, access, sealedReply, html }: Endpoint): JsonSchema {
  const implied: ErrorCode[] =
    access === 'visitor' ? [] : ['session.missing', 'session.dead', 'session.not_yours'];
  const byStatus = Map.groupBy([...own, ...implied, ...commonErrors], (code) => errors[code].status);
  const failures = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: [...new Set(codes)].join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  ]);
  const description = sealedReply
    ? `Done. An object in \`${sealedReply}\` is sealed to the caller's key.`
    : 'Done.';
  return {
    '200': {
      description,
      content: { [html ? 'text/html' : 'application/json']: { schema: wireSchema(reply) } },
    },
    ...Object.fromEntries(failures),
  };
}

function operation(endpoint: Endpoint): JsonSchema {
  return {
    summary: endpoint.summary,
    tags: [endpoint.host],
    ...(endpoint.access === 'visitor' ? {} : { security: [{ [endpoint.access]: [] }] }),
    parameters: parameters(endpoint),
    ...requestBody(endpoint),
    responses: responses(endpoint),
  };
}

/** The public part: the calls of the site. What the staff may call is nothing for strangers. */
const publicEndpoints = endpoints.filter(({ host, access }) => host !== 'staff' && access !== 'staff');

/** The public part of the contract as OpenAPI 3.1. */
export function describeApi(): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const endpoint of publicEndpoints) {
    const path = hostPrefixes[endpoint.host] + endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description });
  return {
    openapi: '3.1.0',
    info: { title: 'Serenata', version: '1' },
    paths,
    components: {
      securitySchemes: {
        member: bearer('The token of a member.'),
        link: bearer('The token of a link sent by mail.'),
      },
      schemas: {
        Failure: {
          type: 'object',
          required: ['error'],
          properties: {
            message: { type: 'string' },
            error: {
              type: 'object',
              required: ['code', 'message'],
              properties: { code: { type: 'string' }, message: { type: 'string' } },
            },
          },
        },
      },
    },
  };
}
