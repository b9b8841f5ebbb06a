import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { App } from '#server/app.ts';
import { wakeQueue } from '#server/platform/work/wake.ts';
import { BadSignature, providerEvent } from '../providers/provider.ts';
import type { Provider, Webhook } from '../providers/provider.ts';
import { formReturns, pageOfFormReturn } from '../providers/providers.ts';
import { eventQueueOf } from './handle-webhook.ts';
import { storedEvents } from './webhook.sql.ts';

/**
 * Receives a webhook: its signature is checked, its events are stored once, and a worker handles what is new in them, so that
 * the provider has its answer at once. Whatever fails here is sent again by the provider.
 */
export async function receiveWebhook(
  app: App,
  name: ProviderName,
  webhook: Webhook,
): Promise<Provider['acknowledgement'] | 'unknown' | 'refused'> {
  const provider = app.providers.get(name);
  if (!provider) return 'unknown';
  const count = (outcome: string) => app.metrics.webhooks.inc({ provider: name, outcome });
  try {
    const events = (await provider.readEvents(webhook)).map((event) => providerEvent.parse(event));
    const at = app.clock.now();
    const states = await Promise.all(
      events.map((event) => app.batches.add(storedEvents, { provider: name, event, at })),
    );
    if (states.includes('new')) wakeQueue(app.db, eventQueueOf(name));
    count(events.length === 0 || states.some((state) => state !== undefined) ? 'accepted' : 'repeated');
    return provider.acknowledgement;
  } catch (error) {
    if (!(error instanceof BadSignature)) {
      count('failed');
      throw error;
    }
    count('refused');
    app.log.warn({ provider: name, why: error.message }, 'a webhook was not signed by its provider');
    return 'refused';
  }
}

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
