import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { z } from 'zod';
import { environmentSchema } from './config-variables.ts';
import { arrangePayments, paymentKeyGroups } from './payment-config.ts';
import { StartupFault } from './startup-fault.ts';

export type Config = DeepReadonly<ReturnType<typeof arrange>>;
export type Environment = Record<string, string | undefined>;

type Variables = z.output<typeof environmentSchema>;
type DeepReadonly<Value> = { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> };

const rootFolder = join(import.meta.dirname, '../../..');

/** The process's variables on top of those in the `.env` file, if there is one. */
export function readEnvironment(folder = rootFolder, actual: Environment = process.env): Environment {
  const file = join(folder, '.env');
  if (!existsSync(file)) return actual;
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...dropBlank(actual) };
  } catch (error) {
    throw new StartupFault(`The file ${file} cannot be read.`, { cause: error });
  }
}

/** Reads every variable once. All faults come together, by name, never with a value. */
export function readConfig(environment: Environment): Config {
  const given = dropBlank(environment);
  const read = environmentSchema.safeParse(given);
  const malformed = (read.error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}.`);
  const faults = [...new Set([...malformed, ...findContradictions(given)])];
  if (!read.success || faults.length > 0) throw new StartupFault(listFaults(faults));
  const config = arrange(read.data);
  deepFreeze(config);
  return config;
}

function arrange(variables: Variables) {
  const production = variables.NODE_ENV === 'production';
  const atTerminal = variables.NODE_ENV === 'development' && process.stdout.isTTY;
  return {
    environment: variables.NODE_ENV,
    port: variables.PORT,
    host: variables.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(rootFolder, variables.DATA_DIR),
    roles: variables.ROLES,
    secretKey: variables.SECRET_KEY,
    paymentSecretKey: variables.PAYMENT_SECRET_KEY,
    passwordCost: { memoryCost: variables.PASSWORD_MEMORY_KIB, timeCost: variables.PASSWORD_PASSES },
    devServer: variables.DEV_SERVER ?? false,
    seedDemo: seedsDemo(variables),
    moderation: variables.MODERATION ?? defaultModeration(variables),
    demoPictures: variables.DEMO_PICTURES,
    shutdownSeconds: variables.SHUTDOWN_SECONDS,
    database: {
      url: variables.DATABASE_URL,
      replicaUrl: variables.DATABASE_REPLICA_URL,
      poolSize: variables.DATABASE_POOL,
    },
    redisUrl: variables.REDIS_URL,
    s3: arrangeS3(variables),
    mail: {
      smtpUrl: variables.SMTP_URL,
      from: variables.MAIL_FROM,
      webhookKey: variables.MAIL_WEBHOOK_KEY,
    },
    pushServiceUrl: variables.PUSH_SERVICE_URL,
    postbackSandboxUrl: variables.POSTBACK_SANDBOX_URL,
    telegram: { bots: variables.TELEGRAM_BOTS ?? {}, apiUrl: variables.TELEGRAM_API_URL },
    google: arrangeGoogle(variables),
    identitySandboxPort: variables.IDENTITY_SANDBOX_PORT,
    companion: arrangeCompanion(variables),
    payments: arrangePayments(variables),
    hosts: {
      api: variables.API_URL,
      payment: variables.PAYMENT_URL,
      dispenser: variables.DISPENSER_URL,
      tracker: variables.TRACKER_URL,
      cron: variables.CRON_URL,
      socket: variables.SOCKET_URL,
    },
    publicScheme: variables.PUBLIC_SCHEME,
    publicPort: variables.PUBLIC_PORT,
    trustProxy: variables.TRUST_PROXY,
    privateHostnames: variables.PRIVATE_HOSTNAMES ?? !production,
    countryHeader: variables.COUNTRY_HEADER?.toLowerCase(),
    logLevel: variables.LOG_LEVEL,
    logFormat: variables.LOG_FORMAT ?? (atTerminal ? 'pretty' : 'json'),
    metricsToken: variables.METRICS_TOKEN,
    searchMemoryBytes: variables.SEARCH_MEMORY_MB * 1024 * 1024,
    limits: {
      signupsPerDevice: variables.LIMIT_SIGNUP_DEVICE,
      signupsPerAddress: variables.LIMIT_SIGNUP_ADDRESS,
      loginsPerAccount: variables.LIMIT_LOGIN_ACCOUNT,
      loginsPerAddress: variables.LIMIT_LOGIN_ADDRESS,
      resetsPerEmail: variables.LIMIT_RESET_EMAIL,
      resetsPerAddress: variables.LIMIT_RESET_ADDRESS,
      confirmationsPerAccount: variables.LIMIT_CONFIRM_ACCOUNT,
      uploadsPerAccount: variables.LIMIT_UPLOAD_ACCOUNT,
      chatPhotosPerAccount: variables.LIMIT_CHAT_PHOTO_ACCOUNT,
      exportsPerAccount: variables.LIMIT_EXPORT_ACCOUNT,
      reportsPerAccount: variables.LIMIT_REPORT_ACCOUNT,
      contactsPerWriter: variables.LIMIT_CONTACT_WRITER,
      contactsPerAddress: variables.LIMIT_CONTACT_ADDRESS,
      passwordsPerAccount: variables.LIMIT_PASSWORD_ACCOUNT,
      searchesPerAccount: variables.LIMIT_SEARCH_ACCOUNT,
      searchesPerAddress: variables.LIMIT_SEARCH_ADDRESS,
      requestsPerAddress: variables.LIMIT_REQUESTS_ADDRESS,
      loggedRowsPerAddress: variables.LIMIT_LOG_ADDRESS,
      messagesPerAccount: variables.LIMIT_MESSAGE_ACCOUNT,
      messagesPerDay: variables.LIMIT_MESSAGE_DAY,
      chargesPerAccount: variables.LIMIT_CHARGE_ACCOUNT,
      chargesPerAddress: variables.LIMIT_CHARGE_ADDRESS,
      eventsPerSocket: variables.LIMIT_EVENTS_SOCKET,
    },
  };
}

function seedsDemo({ NODE_ENV, SEED_DEMO, DATABASE_URL }: Variables): boolean {
  return SEED_DEMO ?? (NODE_ENV !== 'production' && DATABASE_URL === undefined);
}

/** People who try the demo should not have to wait for a host. */
function defaultModeration(variables: Variables): 'manual' | 'auto' {
  return variables.NODE_ENV === 'development' && seedsDemo(variables) ? 'auto' : 'manual';
}

function arrangeS3(variables: Variables) {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = variables;
  if (!S3_ENDPOINT || !S3_REGION || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return undefined;
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    publicUrl: variables.S3_PUBLIC_URL,
  };
}

function arrangeGoogle({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER }: Variables) {
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return undefined;
  return { issuer: GOOGLE_ISSUER, clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET };
}

function arrangeCompanion(variables: Variables) {
  const { COMPANION_URL: url, COMPANION_MODEL: name, COMPANION_KEY: key } = variables;
  return {
    /** Undefined where the script answers. */
    model: url && name ? { url, name, key } : undefined,
    timeoutMs: variables.COMPANION_TIMEOUT_SECONDS * 1_000,
    pauseMs: variables.COMPANION_PAUSE_MS ?? (variables.NODE_ENV === 'test' ? 0 : 2_000),
    concurrency: variables.COMPANION_CONCURRENCY,
    budget: {
      conversation: {
        answers: variables.COMPANION_ANSWERS_CONVERSATION,
        tokens: variables.COMPANION_TOKENS_CONVERSATION,
      },
      brand: { answers: variables.COMPANION_ANSWERS_BRAND, tokens: variables.COMPANION_TOKENS_BRAND },
    },
  };
}

/** Variables of which all are needed or none, and what is said where one is missing. */
const togetherOrNot: readonly { names: readonly string[]; besides?: string; why: string }[] = [
  {
    names: ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    besides: 'S3_PUBLIC_URL',
    why: 'the S3 variables go together',
  },
  {
    names: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    why: 'the id and the secret of a Google client go together',
  },
  {
    names: ['COMPANION_URL', 'COMPANION_MODEL'],
    why: 'the address and the name of a model go together',
  },
  ...paymentKeyGroups.map((names) => ({ names, why: `${names.join(', ')} go together` })),
];

/** What OWASP asks for at least of argon2id. */
const leastPasswordCost = [
  ['PASSWORD_MEMORY_KIB', 19_456],
  ['PASSWORD_PASSES', 2],
] as const;

/** Looks at the raw variables, so that these faults are listed together with the malformed ones. */
function findContradictions(given: Environment): string[] {
  const faults = togetherOrNot.flatMap(({ names, besides = '', why }) =>
    [...names, besides].some((name) => given[name])
      ? names.filter((name) => !given[name]).map((name) => `${name} is missing: ${why}.`)
      : [],
  );
  if (given['NODE_ENV'] === 'production') faults.push(...findUnsafe(given));
  if (given['DATABASE_REPLICA_URL'] && !given['DATABASE_URL'])
    faults.push('DATABASE_REPLICA_URL needs DATABASE_URL: the built-in database has no replica.');
  if (given['DATABASE_URL'] && given['SEED_DEMO'] === 'true')
    faults.push(
      'SEED_DEMO fills the built-in database only: with DATABASE_URL use `npm run -s serenata -- seed`, once.',
    );
  return faults;
}

/** What must not be so in production. */
function findUnsafe(given: Environment): string[] {
  const takesPayments = (given['ROLES'] ?? 'payment').includes('payment');
  return [
    given['PAYMENT_SANDBOX_URL'] &&
      'PAYMENT_SANDBOX_URL stands in for payment providers, which must be real in production.',
    given['POSTBACK_SANDBOX_URL'] &&
      'POSTBACK_SANDBOX_URL stands in for advertising networks, which must be real in production.',
    ...['PUSH_SERVICE_URL', 'GOOGLE_ISSUER'].map(
      (name) => given[name]?.startsWith('http:') && `${name} must start with https:// in production.`,
    ),
    given['DATABASE_URL'] &&
      !given['SECRET_KEY'] &&
      'SECRET_KEY is missing: in production with DATABASE_URL all nodes must share one.',
    given['DATABASE_URL'] &&
      takesPayments &&
      !given['PAYMENT_SECRET_KEY'] &&
      'PAYMENT_SECRET_KEY is missing: in production with DATABASE_URL all payment nodes must share one.',
    ...leastPasswordCost.map(
      ([name, least]) =>
        Number(given[name] ?? least) < least &&
        `${name} must be at least ${least} in production, or passwords can be guessed from a copy.`,
    ),
  ].flatMap((fault) => fault || []);
}

function listFaults(faults: string[]): string {
  const [first = ''] = faults;
  if (faults.length === 1) return first;
  return [`${faults.length} environment variables are wrong:`, ...faults.map((fault) => `  ${fault}`)].join(
    '\n',
  );
}

/** `PORT=` means the same as no PORT at all. */
function dropBlank(environment: Environment): Environment {
  const trimmed = Object.entries(environment).map(([name, value]) => [name, value?.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value));
}

function deepFreeze(value: object): void {
  Object.freeze(value);
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) deepFreeze(part);
  }
}
