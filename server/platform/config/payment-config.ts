import { z } from 'zod';
import { address, optional, wholeNumber, withDefault } from './config-values.ts';

const callLimit = (usual: number) =>
  withDefault(
    wholeNumber(1, 10_000),
    String(usual),
    'How many calls to it are under way at the same time, on each node.',
  );
const requestRate = (usual: number) =>
  withDefault(
    wholeNumber(1, 100_000),
    String(usual),
    'How many requests a second it gets, from each node: together no more than it allows.',
  );

/** All that the environment says about payments. A new provider adds its variables, its group of keys and its settings here. */

export const paymentVariables = {
  ADYEN_API_KEY: optional(
    z.string().max(500),
    'Card payments by Adyen: the API key. Providers without keys have stand-ins, and in production are not there.',
  ),
  ADYEN_MERCHANT_ACCOUNT: optional(
    z.string().max(80),
    'The merchant account there; a brand may have another one.',
  ),
  ADYEN_HMAC_KEY: optional(
    z.string().regex(/^([0-9a-f]{2}){16,64}$/i, 'must be hexadecimal'),
    'Signs what Adyen tells us.',
  ),
  ADYEN_OTHER_HMAC_KEYS: optional(
    z
      .string()
      .regex(/^([0-9a-f]{2}){16,64}(\s*,\s*([0-9a-f]{2}){16,64}){0,3}$/i, 'must be hexadecimal, with commas'),
    'Up to four more keys that may sign, with commas: the one before or after it, and that of the webhook about tokens.',
  ),
  ADYEN_URL: withDefault(
    address('http', 'https'),
    'https://checkout-test.adyen.com/v71',
    'Where it is; a live account has an address of its own.',
  ),
  ADYEN_REPORT_USER: optional(z.string().max(200), 'Who may fetch settlement reports there.'),
  ADYEN_REPORT_PASSWORD: optional(z.string().max(200), 'His password.'),
  ADYEN_CONCURRENCY: callLimit(512),
  ADYEN_REQUESTS_PER_SECOND: requestRate(500),
  TRUSTPAY_API_KEY: optional(z.string().max(500), 'Card payments by TrustPay: the API key.'),
  TRUSTPAY_SIGNATURE_KEY: optional(z.string().max(500), 'Signs what TrustPay tells us.'),
  TRUSTPAY_URL: withDefault(address('http', 'https'), 'https://test-tpgw.trustpay.eu/', 'Where it is.'),
  TRUSTPAY_CONCURRENCY: callLimit(128),
  TRUSTPAY_REQUESTS_PER_SECOND: requestRate(100),
  MAXPAY_PUBLIC_KEY: optional(z.string().max(500), 'Card payments by Maxpay: the public key.'),
  MAXPAY_PRIVATE_KEY: optional(z.string().max(500), 'Its private key, which signs both ways.'),
  MAXPAY_URL: withDefault(address('http', 'https'), 'https://gateway.maxpay.com/api/cc', 'Where it is.'),
  MAXPAY_CONCURRENCY: callLimit(128),
  MAXPAY_REQUESTS_PER_SECOND: requestRate(100),
  PAYPAL_CLIENT_ID: optional(z.string().max(200), 'PayPal: the client id.'),
  PAYPAL_SECRET: optional(z.string().max(200), 'Its secret.'),
  PAYPAL_WEBHOOK_ID: optional(z.string().max(100), 'The id of the webhook that was set up there.'),
  PAYPAL_URL: withDefault(
    address('http', 'https'),
    'https://api-m.sandbox.paypal.com',
    'Where it is; https://api-m.paypal.com is the live one.',
  ),
  PAYPAL_CONCURRENCY: callLimit(128),
  PAYPAL_REQUESTS_PER_SECOND: requestRate(100),
  APPLE_PAY_CERTIFICATE: optional(
    z.string().max(1000),
    'Apple Pay: the file of the merchant identity certificate (PEM).',
  ),
  APPLE_PAY_KEY: optional(z.string().max(1000), 'The file of its private key (PEM).'),
  PROVIDER_TIMEOUT_SECONDS: withDefault(
    wholeNumber(1, 120),
    '25',
    'How long a payment provider may take to answer. After that nobody knows, and it is asked later.',
  ),
  PROVIDER_QUEUE_LENGTH: withDefault(
    wholeNumber(0, 100_000),
    '200',
    'How many calls may wait for one payment provider, on each node, besides those that may be under way.',
  ),
  PROVIDER_QUEUE_SECONDS: withDefault(
    wholeNumber(1, 120),
    '5',
    'How long they may wait. After that the next provider is tried, or it is done later.',
  ),
  PAYMENT_SANDBOX_PORT: withDefault(
    wholeNumber(0, 65_535),
    '0',
    'Port of the stand-in for the providers, on this machine alone; 0 takes any free one.',
  ),
  PAYMENT_SANDBOX_URL: optional(
    address('http', 'https'),
    'A stand-in that runs by itself, instead of one that starts with the server. Never in production.',
  ),
};

/** Variables of one provider, of which all are needed or none. */
export const paymentKeyGroups: readonly (readonly string[])[] = [
  ['ADYEN_API_KEY', 'ADYEN_MERCHANT_ACCOUNT', 'ADYEN_HMAC_KEY'],
  ['TRUSTPAY_API_KEY', 'TRUSTPAY_SIGNATURE_KEY'],
  ['MAXPAY_PUBLIC_KEY', 'MAXPAY_PRIVATE_KEY'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID'],
  ['APPLE_PAY_CERTIFICATE', 'APPLE_PAY_KEY'],
];

const schema = z.object(paymentVariables);

/** Each provider is there with all of its keys, or not at all. */
export function arrangePayments(variables: z.output<typeof schema>) {
  const { ADYEN_API_KEY, ADYEN_MERCHANT_ACCOUNT, ADYEN_HMAC_KEY, TRUSTPAY_API_KEY, TRUSTPAY_SIGNATURE_KEY } =
    variables;
  const { MAXPAY_PUBLIC_KEY, MAXPAY_PRIVATE_KEY, PAYPAL_CLIENT_ID, PAYPAL_SECRET, PAYPAL_WEBHOOK_ID } =
    variables;
  const { APPLE_PAY_CERTIFICATE, APPLE_PAY_KEY } = variables;
  const gateOf = (concurrency: number, requestsPerSecond: number) => ({
    concurrency,
    requestsPerSecond,
    // Where the rate is what holds them up, all renewals that may be under way wait there, besides all other calls.
    maxWaiting: variables.PROVIDER_QUEUE_LENGTH + concurrency,
    waitMs: variables.PROVIDER_QUEUE_SECONDS * 1_000,
  });
  return {
    /** How much each provider is asked for at once. */
    gates: {
      adyen: gateOf(variables.ADYEN_CONCURRENCY, variables.ADYEN_REQUESTS_PER_SECOND),
      trustpay: gateOf(variables.TRUSTPAY_CONCURRENCY, variables.TRUSTPAY_REQUESTS_PER_SECOND),
      maxpay: gateOf(variables.MAXPAY_CONCURRENCY, variables.MAXPAY_REQUESTS_PER_SECOND),
      paypal: gateOf(variables.PAYPAL_CONCURRENCY, variables.PAYPAL_REQUESTS_PER_SECOND),
    },
    timeoutMs: variables.PROVIDER_TIMEOUT_SECONDS * 1_000,
    sandboxPort: variables.PAYMENT_SANDBOX_PORT,
    sandboxUrl: variables.PAYMENT_SANDBOX_URL,
    adyen:
      ADYEN_API_KEY && ADYEN_MERCHANT_ACCOUNT && ADYEN_HMAC_KEY
        ? {
            url: variables.ADYEN_URL,
            apiKey: ADYEN_API_KEY,
            merchantAccount: ADYEN_MERCHANT_ACCOUNT,
            hmacKey: ADYEN_HMAC_KEY,
            otherHmacKeys: variables.ADYEN_OTHER_HMAC_KEYS?.split(',').map((key) => key.trim()),
            reportUser: variables.ADYEN_REPORT_USER,
            reportPassword: variables.ADYEN_REPORT_PASSWORD,
          }
        : undefined,
    trustpay:
      TRUSTPAY_API_KEY && TRUSTPAY_SIGNATURE_KEY
        ? { url: variables.TRUSTPAY_URL, apiKey: TRUSTPAY_API_KEY, signatureKey: TRUSTPAY_SIGNATURE_KEY }
        : undefined,
    maxpay:
      MAXPAY_PUBLIC_KEY && MAXPAY_PRIVATE_KEY
        ? { url: variables.MAXPAY_URL, publicKey: MAXPAY_PUBLIC_KEY, privateKey: MAXPAY_PRIVATE_KEY }
        : undefined,
    paypal:
      PAYPAL_CLIENT_ID && PAYPAL_SECRET && PAYPAL_WEBHOOK_ID
        ? {
            url: variables.PAYPAL_URL,
            clientId: PAYPAL_CLIENT_ID,
            secret: PAYPAL_SECRET,
            webhookId: PAYPAL_WEBHOOK_ID,
          }
        : undefined,
    apple:
      APPLE_PAY_CERTIFICATE && APPLE_PAY_KEY
        ? { certificateFile: APPLE_PAY_CERTIFICATE, keyFile: APPLE_PAY_KEY }
        : undefined,
  };
}
