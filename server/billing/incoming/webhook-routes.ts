/** The addresses that providers call and banks send browsers back to. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { App } from '#server/app.ts';
import { formReturns, pageOfFormReturn } from '../providers/providers.ts';
import { receiveWebhook } from './webhooks.ts';

const LONGEST_BODY = 256 * 1024;

/** What providers and banks send by themselves: webhooks, and browsers that come back with a form. */
export async function addWebhooks(app: App, server: FastifyInstance): Promise<void> {
  await server.register(async (scope) => {
    // A signature is over the very bytes, and every provider has another type for them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LONGEST_BODY }, (_, body, done) =>
      done(null, body),
    );
    scope.post('/pay/webhooks/:provider', (request, reply) => answerProvider(app, request, reply));
    for (const name of formReturns)
      scope.route({
        method: ['GET', 'POST'],
        url: `/pay/return/${name}`,
        handler: (request, reply) => redirectFormReturn(name, request, reply),
      });
  });
}

async function answerProvider(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const name = providerName.safeParse((request.params as { provider: string }).provider).data;
  if (!name) return fail('request.not_found');
  const answer = await receiveWebhook(app, name, { headers: request.headers, body: bodyOf(request) });
  if (answer === 'unknown') return fail('request.not_found');
  if (answer === 'refused') return reply.code(401).type('text/plain').send('Not signed by its sender.\n');
  return reply.type(answer.contentType).send(answer.body);
}

/** Some banks send the browser back with a form, which a page cannot read: it gets what is in it as an address. */
function redirectFormReturn(name: ProviderName, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const form = new URLSearchParams(bodyOf(request).toString('utf8'));
  for (const [field, value] of Object.entries(request.query as Record<string, unknown>))
    if (typeof value === 'string' && !form.has(field)) form.set(field, value);
  return reply.header('cache-control', 'no-store').redirect(pageOfFormReturn(name, form), 303);
}

function bodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
