/** The yardstick of a sealed answer: a bare Fastify route that seals a ready body of a given size. */

import { fastify } from 'fastify';
import type { FastifyRequest } from 'fastify';
import { decodeReplyKey, importSealingKey, seal } from '#contract/kernel/sealing.ts';
import type { SealingKey } from '#contract/kernel/sealing.ts';

const content = { text: 'x'.repeat(Number(process.env['BODY_BYTES'])) };
const keys = new Map<string, SealingKey>();

async function keyOf(header: string): Promise<SealingKey> {
  const known = keys.get(header);
  if (known) return known;
  const jwk = decodeReplyKey(header);
  if (!jwk) throw new Error('no key to seal to');
  const key = await importSealingKey(jwk);
  keys.set(header, key);
  return key;
}

const server = fastify();
async function answer(request: FastifyRequest) {
  return { verify: await seal(content, await keyOf(String(request.headers['seal-key']))) };
}
server.route({ method: 'POST', url: '/*', handler: answer });
await server.listen({ port: 0, host: '127.0.0.1' });
const address = server.server.address();
console.log(`bare port ${typeof address === 'object' && address ? address.port : 0}`);
process.on('SIGTERM', () => void server.close());
