/** The yardstick: a bare Fastify route that answers a ready body of a given size. */

import { fastify } from 'fastify';

const size = Number(process.env['BODY_BYTES']);
const type = process.env['BODY_TYPE'] ?? 'text/plain';
const body = 'x'.repeat(size);
const server = fastify();
server.get('/*', (_, reply) => reply.type(type).send(body));
await server.listen({ port: 0, host: '127.0.0.1' });
const address = server.server.address();
console.log(`bare port ${typeof address === 'object' && address ? address.port : 0}`);
process.on('SIGTERM', () => void server.close());
