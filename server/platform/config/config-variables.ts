import { z } from 'zod';
import {
  address,
  hostAddress,
  limit,
  listOf,
  oneOf,
  optional,
  proxies,
  secretKey,
  truth,
  wholeNumber,
  withDefault,
} from './config-values.ts';
import { paymentVariables } from './payment-config.ts';

/** Every environment variable: its meaning, its default, its group. `.env.example` is made from this. */

export const roles = ['web', 'payment', 'worker'] as const;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const generalVariables = {
  NODE_ENV: withDefault(
    oneOf(['development', 'production', 'test']),
    'development',
    'In production unknown host names are refused and nothing is made up for a demo.',
  ),
  PORT: withDefault(wholeNumber(0, 65_535), '3000', 'Port to listen on; 0 takes any free one.'),
  HOST: optional(
    z.string().regex(/^[a-z0-9.:-]+$/i, 'must be a network address or a host name'),
    'Address to listen on. By default this machine alone, in production 0.0.0.0, which is everybody.',
    '127.0.0.1',
  ),
  DATA_DIR: withDefault(z.string(), './data', 'Folder of the built-in database, of photos and of keys.'),
  ROLES: withDefault(
    listOf(roles),
    roles.join(','),
    'What this node does: web answers browsers, payment holds the card key, worker runs jobs.',
  ),
  SECRET_KEY: optional(
    secretKey(),
    'Seals links and keys; `openssl rand -base64 32` makes one. Made and kept in DATA_DIR by default; required in production with DATABASE_URL, where all nodes must share it.',
  ),
  PAYMENT_SECRET_KEY: optional(
    secretKey(),
    'Opens card numbers; only payment nodes need it; `openssl rand -base64 32` makes one. Made and kept in DATA_DIR by default; required in production with DATABASE_URL on payment nodes.',
  ),
  PASSWORD_MEMORY_KIB: withDefault(
    wholeNumber(8, 4_194_304),
    '65536',
    'Memory that the hash of one password takes. With four passes that is about 100 ms of one core; in production at least 19456.',
  ),
  PASSWORD_PASSES: withDefault(
    wholeNumber(1, 100),
    '4',
    'How often the hash of a password goes through that memory; in production at least 2.',
  ),
  SEED_DEMO: optional(truth(), 'Fill the built-in database with the demo. Off in production.', 'true'),
  MODERATION: optional(
    oneOf(['manual', 'auto']),
    'Who approves new profiles, photos and reviews: moderators, or nobody (auto), which the pages say. By default auto where this node has made the demo in its built-in database, manual elsewhere, also where it joins by DATABASE_URL: all nodes need the same.',
    'manual',
  ),
  DEMO_PICTURES: withDefault(
    z.enum(['all', 'few']),
    'all',
    'What is drawn of the demo people: everything, or small pictures that many of them share, which is quick and does for tests.',
  ),
  DEV_SERVER: optional(
    truth(),
    'Set by `npm run dev`: pages go through a development server in front.',
    'false',
  ),
  SEARCH_MEMORY_MB: withDefault(
    wholeNumber(16, 65_536),
    '256',
    'How much memory the lists of people may take that searches go through; a million people need about 70.',
  ),
  SHUTDOWN_SECONDS: withDefault(
    wholeNumber(0, 3600),
    '10',
    'How long running requests may take to finish when the server is stopped.',
  ),
};

const databaseVariables = {
  DATABASE_URL: optional(
    address('postgres', 'postgresql'),
    'A PostgreSQL server, 15 or newer: postgres://user:password@host:5432/name. The built-in one is used by default.',
  ),
  DATABASE_REPLICA_URL: optional(
    address('postgres', 'postgresql'),
    'A read replica of DATABASE_URL, for reads that may lag behind.',
  ),
  DATABASE_POOL: withDefault(
    wholeNumber(8, 1000),
    '10',
    'How many connections this node keeps at most; fewer than 8 would not do for its jobs.',
  ),
  REDIS_URL: optional(
    address('redis', 'rediss'),
    'Redis or Valkey, needed as soon as there are two web nodes: socket fan-out, presence, rate limits.',
  ),
};

const storageVariables = {
  S3_ENDPOINT: optional(address('http', 'https'), 'Keep photos in S3 instead of DATA_DIR.'),
  S3_REGION: optional(z.string(), 'The region, or auto.'),
  S3_BUCKET: optional(z.string(), 'The bucket.'),
  S3_ACCESS_KEY_ID: optional(z.string(), 'The access key.'),
  S3_SECRET_ACCESS_KEY: optional(z.string(), 'Its secret.'),
  S3_PUBLIC_URL: optional(address('http', 'https'), 'Where browsers fetch public photos, such as a CDN.'),
};

const mailVariables = {
  SMTP_URL: optional(
    address('smtp', 'smtps'),
    'Mail server: smtps://user:password@host:465. Without it mails stay in the outbox, which the console shows.',
  ),
  MAIL_FROM: optional(
    z.email('must be an e-mail address'),
    'Sender of all mails. By default each brand writes from its own address.',
  ),
  MAIL_WEBHOOK_KEY: optional(z.string(), 'With it the mail service signs what it tells /cron/mailRemove.'),
};

const pushVariables = {
  PUSH_SERVICE_URL: optional(
    address('http', 'https'),
    'A push service besides those of the known browsers that devices may name, such as a stand-in for tests.',
  ),
};

const trackingVariables = {
  POSTBACK_SANDBOX_URL: optional(
    address('http', 'https'),
    'A stand-in that gets what brands tell advertising networks, the name of the network as the first part of the path. Not in production.',
  ),
};

const messengerVariables = {
  TELEGRAM_BOTS: optional(
    z
      .string()
      .regex(/^[a-z0-9-]+=\d+:[\w-]+(?: [a-z0-9-]+=\d+:[\w-]+)*$/, 'must be brand=token, separated by spaces')
      .transform((list) =>
        Object.fromEntries(list.split(' ').map((entry) => entry.split('=') as [string, string])),
      ),
    'The bots that notify members in Telegram: brand=token, separated by spaces. BotFather gives the tokens.',
  ),
  TELEGRAM_API_URL: optional(
    address('http', 'https'),
    'A Bot API server other than api.telegram.org, such as one of your own or a stand-in for tests.',
  ),
};

const identityVariables = {
  GOOGLE_CLIENT_ID: optional(
    z.string(),
    'Sign-in with Google: the client id. Without it a stand-in is used, and in production the button is not there.',
  ),
  GOOGLE_CLIENT_SECRET: optional(z.string(), 'Its secret.'),
  GOOGLE_ISSUER: withDefault(
    address('http', 'https'),
    'https://accounts.google.com',
    'Who is asked, with OpenID Connect.',
  ),
  IDENTITY_SANDBOX_PORT: withDefault(
    wholeNumber(0, 65_535),
    '0',
    'Port of the stand-in for Google, on this machine alone; 0 takes any free one.',
  ),
};

const companionVariables = {
  COMPANION_URL: optional(
    address('http', 'https'),
    'A language model for AI companions: the base address of an OpenAI-compatible service, such as https://host/v1. Without it they answer from a script.',
  ),
  COMPANION_MODEL: optional(z.string().max(200), 'The name of the model there.'),
  COMPANION_KEY: optional(z.string().max(500), 'The key of that service, where it asks for one.'),
  COMPANION_TIMEOUT_SECONDS: withDefault(
    wholeNumber(1, 60),
    '20',
    'How long a model may take for one answer.',
  ),
  COMPANION_ANSWERS_CONVERSATION: withDefault(
    limit(),
    '150',
    'How often a model is asked in one conversation a day. After that the script answers, and says so.',
  ),
  COMPANION_TOKENS_CONVERSATION: withDefault(
    wholeNumber(1, 1_000_000_000),
    '400000',
    'Tokens that one conversation may use in a day.',
  ),
  COMPANION_ANSWERS_BRAND: withDefault(limit(), '10000', 'How often a model is asked for one brand a day.'),
  COMPANION_TOKENS_BRAND: withDefault(
    wholeNumber(1, 1_000_000_000),
    '20000000',
    'Tokens that one brand may use in a day.',
  ),
  COMPANION_PAUSE_MS: optional(
    wholeNumber(0, 20_000),
    'The shortest time an answer takes to write; a long one takes up to three times as long. None in tests.',
    '2000',
  ),
  COMPANION_CONCURRENCY: withDefault(
    wholeNumber(1, 200),
    '8',
    'How many answers this node writes at the same time.',
  ),
};

const addressVariables = {
  PUBLIC_SCHEME: optional(
    oneOf(['http', 'https']),
    'How browsers reach the sites: https in production.',
    'http',
  ),
  PUBLIC_PORT: optional(wholeNumber(1, 65_535), 'And where: PORT, in production that of the scheme.', '3000'),
  API_URL: hostAddress('the API (/api)'),
  PAYMENT_URL: hostAddress('payments (/pay)'),
  DISPENSER_URL: hostAddress('search (/dispenser)'),
  TRACKER_URL: hostAddress('the tracker (/tracker)'),
  CRON_URL: hostAddress('cron (/cron)'),
  SOCKET_URL: hostAddress('the socket (/socket.io)', 'http', 'https', 'ws', 'wss'),
  TRUST_PROXY: withDefault(
    proxies(),
    'false',
    'Whose X-Forwarded-* headers count: the number of proxies in front, or their addresses and networks, separated by commas.',
  ),
  PRIVATE_HOSTNAMES: optional(
    truth(),
    'Whether hostnames of brands may stand for private addresses, as in a network of one’s own: the check whether they lead here then asks those too. Off in production.',
    'false',
  ),
  COUNTRY_HEADER: optional(
    z.string().regex(/^[A-Za-z0-9-]{1,60}$/, 'must be the name of a header'),
    'The header in which such a proxy names the country of the visitor’s address. It is evidence for the VAT of what he buys.',
    'CF-IPCountry',
  ),
};

const watchingVariables = {
  LOG_LEVEL: withDefault(oneOf(logLevels), 'info', 'The least important lines to log.'),
  LOG_FORMAT: optional(
    oneOf(['pretty', 'json']),
    'By default pretty for a developer at a terminal, json otherwise.',
    'json',
  ),
  METRICS_TOKEN: optional(
    z.string().min(16, 'must have at least 16 letters'),
    'Bearer token for /metrics. Without it a developer’s own machine alone is answered, and nobody in production.',
  ),
};

const often = (usual: number, description: string) => withDefault(limit(), String(usual), description);

const limitVariables = {
  LIMIT_SIGNUP_DEVICE: often(5, 'Sign-ups an hour from one device.'),
  LIMIT_SIGNUP_ADDRESS: often(20, 'Sign-ups an hour from one network address.'),
  LIMIT_LOGIN_ACCOUNT: often(
    10,
    'Failed logins in 15 minutes for one account from one network or known device.',
  ),
  LIMIT_LOGIN_ADDRESS: often(100, 'Failed logins in 15 minutes from one network address.'),
  LIMIT_RESET_EMAIL: often(3, 'Password resets an hour for one e-mail address.'),
  LIMIT_RESET_ADDRESS: often(10, 'Password resets an hour from one network address.'),
  LIMIT_CONFIRM_ACCOUNT: often(3, 'Confirmation mails an hour for one account.'),
  LIMIT_UPLOAD_ACCOUNT: often(30, 'Photos an hour from one account.'),
  LIMIT_CHAT_PHOTO_ACCOUNT: often(30, 'Photos for messages an hour from one account.'),
  LIMIT_EXPORT_ACCOUNT: often(3, 'Copies of their data a day for one account.'),
  LIMIT_REPORT_ACCOUNT: often(20, 'Reports about others a day by one account.'),
  LIMIT_CONTACT_WRITER: often(10, 'Messages to support an hour from one account or for one e-mail address.'),
  LIMIT_CONTACT_ADDRESS: often(20, 'Messages to support an hour from one network address.'),
  LIMIT_PASSWORD_ACCOUNT: often(10, 'Wrong current passwords in 15 minutes for one account.'),
  LIMIT_SEARCH_ACCOUNT: often(120, 'Searches a minute by one account.'),
  LIMIT_SEARCH_ADDRESS: often(60, 'Searches a minute by visitors from one network address.'),
  LIMIT_REQUESTS_ADDRESS: often(600, 'Requests of any kind in 10 seconds from one address.'),
  LIMIT_LOG_ADDRESS: often(
    1_200,
    'Events, consents and faults that browsers of one network address report in a minute, each counted by itself.',
  ),
  LIMIT_MESSAGE_ACCOUNT: often(30, 'Messages in 10 seconds by one account.'),
  LIMIT_MESSAGE_DAY: often(3_000, 'Messages a day by one account.'),
  LIMIT_CHARGE_ACCOUNT: often(10, 'Payments tried an hour by one account.'),
  LIMIT_CHARGE_ADDRESS: often(30, 'Payments tried an hour from one network address.'),
  LIMIT_EVENTS_SOCKET: often(100, 'Events of one kind in 10 seconds on one connection.'),
};

export const variableGroups = [
  { title: 'General', variables: generalVariables },
  { title: 'Database', variables: databaseVariables },
  { title: 'Photos', variables: storageVariables },
  { title: 'Mail', variables: mailVariables },
  { title: 'Push messages', variables: pushVariables },
  { title: 'Advertising networks', variables: trackingVariables },
  { title: 'Telegram', variables: messengerVariables },
  { title: 'Sign-in with Google', variables: identityVariables },
  { title: 'AI companions', variables: companionVariables },
  { title: 'Payments', variables: paymentVariables },
  { title: 'Addresses', variables: addressVariables },
  { title: 'Logs and metrics', variables: watchingVariables },
  { title: 'Limits', variables: limitVariables },
];

export const environmentSchema = z.object({
  ...generalVariables,
  ...databaseVariables,
  ...storageVariables,
  ...mailVariables,
  ...pushVariables,
  ...trackingVariables,
  ...messengerVariables,
  ...identityVariables,
  ...companionVariables,
  ...paymentVariables,
  ...addressVariables,
  ...watchingVariables,
  ...limitVariables,
});
