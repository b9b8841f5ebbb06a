import { z } from 'zod';
import { boot } from '#contract/brand/boot.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { importSealingKey, makeReplyKey, seal, unseal } from '#contract/kernel/sealing.ts';
import { sendRequest } from '#testing/http-request.ts';
import { brands } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';

const port = () => Number(process.env['E2E_PORT']);

interface Caller {
  brand?: BrandKey;
  token?: string;
}

/** Asks the server as a browser would, without one. Only what succeeds is of use to a test. */
export async function askApi<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { brand = 'lunaria', token }: Caller,
): Promise<ReplyOf<E>> {
  const { host } = brands[brand];
  const part = (schema?: z.ZodType) => (schema ? (z.encode(schema, input) as Record<string, unknown>) : {});
  const params = part(endpoint.params);
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]));
  const fields = part(endpoint.body);
  if (endpoint.sealed) {
    const { name, wire, key, content } = endpoint.sealed;
    const { keys } = boot.parse((await sendRequest(port(), { path: '/boot.json', host })).json());
    const plain = z.encode(content, (input as Record<string, unknown>)[name]);
    fields[wire] = await seal(plain, await importSealingKey(keys[key]), keys[key].kid);
  }
  const { privateKey, header } = await makeReplyKey();
  const answer = await sendRequest(port(), {
    method: endpoint.method,
    path: `${hostPrefixes[endpoint.host]}${path}`,
    host,
    headers: {
      'seal-key': header,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(endpoint.method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(endpoint.method !== 'GET' && { body: JSON.stringify(fields) }),
  });
  if (answer.status !== 200) throw new Error(`${endpoint.path} answered ${answer.status}: ${answer.text}`);
  const body = answer.json() as Record<string, unknown>;
  const field = endpoint.sealedReply;
  if (field && typeof body[field] === 'string') body[field] = await unseal(body[field], () => privateKey);
  return z.decode(endpoint.reply, body) as ReplyOf<E>;
}
