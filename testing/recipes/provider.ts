import type { Recipe } from './recipe.ts';

const adapter = `import { z } from 'zod';
import { unansweredCharge, unansweredRefund } from '../answers.ts';
import { readAnswer, sendTo } from '../http-client.ts';
import type { ProviderConnection } from '../http-client.ts';
import type { Provider, ProviderAdapter, Verdict } from '../provider.ts';

interface ExamplepaySettings extends ProviderConnection {
  apiKey: string;
}

export const examplepay: ProviderAdapter = {
  open({ payments, sandboxKeys, connect }) {
    const keys = payments.examplepay ?? sandboxKeys?.examplepay;
    return keys && createExamplepay({ ...keys, ...connect(payments.examplepay?.url, '/examplepay') });
  },
};

const answer = z.object({ reference: z.string(), taken: z.boolean(), cents: z.int() });

export function createExamplepay(settings: ExamplepaySettings): Provider {
  const { url, timeoutMs, apiKey } = settings;
  const post = async (path: string, body: object) =>
    sendTo('examplepay', settings, {
      url: (await url()) + path,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: apiKey },
      body: JSON.stringify(body),
      timeoutMs,
    });
  const read = ({ reference, taken, cents }: z.output<typeof answer>): Verdict =>
    taken
      ? { state: 'captured', reference, amountCents: cents, stored: null }
      : { state: 'declined', reference, outcome: 'generic', dropToken: false };
  return {
    name: 'examplepay',
    acknowledgement: { contentType: 'text/plain', body: 'OK' },
    async charge({ attemptId, amountCents, paymentMethod }) {
      if (paymentMethod.type !== 'card') return { state: 'error' };
      const sent = await post('/charges', { id: attemptId, cents: amountCents, number: paymentMethod.card.number });
      const found = readAnswer(sent, answer);
      return found ? read(found) : unansweredCharge(sent);
    },
    finish: () => Promise.resolve(undefined),
    pollStatus: () => Promise.resolve({ state: 'unknown' }),
    async refund({ refundId, reference, amountCents }) {
      const sent = await post('/refunds', { id: refundId, reference, cents: amountCents });
      const found = readAnswer(sent, answer);
      return found ? { state: 'done', reference: found.reference } : unansweredRefund(sent);
    },
    pollRefund: () => Promise.resolve({ state: 'unknown' }),
    forget: () => Promise.resolve({ state: 'impossible' }),
    readEvents: () => Promise.resolve([]),
    report: () => Promise.resolve(undefined),
    withoutReport: true,
  };
}
`;

const standIn = `import { json, readJson } from '../http.ts';
import type { StandIn } from '../stand-in.ts';

/** Takes every card. */
export const examplepay: StandIn = {
  path: 'examplepay',
  create:
    ({ keys }) =>
    ({ headers, body }) => {
      if (headers.authorization !== keys.examplepay.apiKey) return json(401, {});
      const { id, cents } = readJson(body) ?? {};
      return json(200, { reference: 'example ' + String(id), taken: true, cents });
    },
  messages: () => [],
};
`;

/** It takes cards, and has a page to come back from. */
export const provider: Recipe = {
  heading: 'Add a payment provider',
  atMost: 10,
  files: {
    'server/billing/providers/examplepay/examplepay.ts': adapter,
    'sandbox/processor/examplepay/examplepay.ts': standIn,
  },
  changes: {
    'contract/billing/providers.ts': [
      {
        before: '  paypal: {\n',
        add: `  examplepay: {
    title: 'Examplepay',
    methods: ['card'],
    returnPage: { path: '/examplepay/paymentCheck', parameter: 'reference' },
  },
`,
      },
    ],
    'contract/billing/payment-checks.ts': [
      {
        before: '} satisfies Partial<Record<ProviderName, unknown>>;',
        add: "  examplepay: check('/orders/examplepay/checkTransactionStatus', 'reference'),\n",
      },
    ],
    'contract/kernel/tracker-id.ts': [{ before: "  'extSign_register',\n", add: "  'examplepay',\n" }],
    'server/billing/providers/providers.ts': [
      {
        before: "import { createGate } from './gate.ts';\n",
        add: "import { examplepay } from './examplepay/examplepay.ts';\n",
      },
      { after: '= { adyen, trustpay, maxpay, paypal', add: ', examplepay' },
    ],
    'server/platform/config/payment-config.ts': [
      {
        before: '  APPLE_PAY_CERTIFICATE: optional(\n',
        add: `  EXAMPLEPAY_API_KEY: optional(z.string().max(200), 'Examplepay: the API key.'),
  EXAMPLEPAY_URL: withDefault(address('http', 'https'), 'https://examplepay.example', 'Where it is.'),
  EXAMPLEPAY_CONCURRENCY: callLimit(128),
  EXAMPLEPAY_REQUESTS_PER_SECOND: requestRate(100),
`,
      },
      {
        after: '      paypal: gateOf(variables.PAYPAL_CONCURRENCY, variables.PAYPAL_REQUESTS_PER_SECOND),\n',
        add: '      examplepay: gateOf(variables.EXAMPLEPAY_CONCURRENCY, variables.EXAMPLEPAY_REQUESTS_PER_SECOND),\n',
      },
      {
        before: '    apple:\n',
        add: `    examplepay: variables.EXAMPLEPAY_API_KEY
      ? { url: variables.EXAMPLEPAY_URL, apiKey: variables.EXAMPLEPAY_API_KEY }
      : undefined,
`,
      },
    ],
    'sandbox/processor/keys.ts': [
      {
        after: '  maxpay: { publicKey: string; privateKey: string };\n',
        add: '  examplepay: { apiKey: string };\n',
      },
      {
        after: "  maxpay: { publicKey: 'pkTest_sandbox_maxpay', privateKey: 'skTest_sandbox_maxpay' },\n",
        add: "  examplepay: { apiKey: 'sandbox-examplepay-api-key' },\n",
      },
      {
        after: "  maxpay: { ...processorKeys.maxpay, privateKey: 'forged' },\n",
        add: "  examplepay: { apiKey: 'forged' },\n",
      },
    ],
    'sandbox/processor/processor.ts': [
      {
        before: "import { Faults } from './faults.ts';\n",
        add: "import { examplepay } from './examplepay/examplepay.ts';\n",
      },
      { after: '= { adyen, trustpay, maxpay, paypal', add: ', examplepay' },
    ],
  },
};
