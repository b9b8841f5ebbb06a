import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { renderEnvExample } from '#scripts/env-example.ts';
import { secretsFrom } from '../security/secrets.ts';
import { readConfig, readEnvironment } from './config.ts';
import type { Environment } from './config.ts';
import { StartupFault } from './startup-fault.ts';

const key = 'k'.repeat(43);

test('nothing has to be set', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    environment: 'development',
    port: 3000,
    host: '127.0.0.1',
    roles: ['web', 'payment', 'worker'],
    seedDemo: true,
    database: { url: undefined, poolSize: 10 },
    s3: undefined,
    trustProxy: false,
    countryHeader: undefined,
    limits: { signupsPerDevice: 5, loginsPerAddress: 100, requestsPerAddress: 600 },
  });
  expect(config.dataDir).toBe(join(import.meta.dirname, '../../../data'));
});

test('production listens on every address and makes no value up', () => {
  expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({
    host: '0.0.0.0',
    seedDemo: false,
    logFormat: 'json',
  });
});

test('a database elsewhere gets no demo by starting there, not even when asked for', () => {
  const url = 'postgres://serenata@db.example/serenata';
  expect(readConfig({ DATABASE_URL: url }).seedDemo).toBe(false);
  expect(readConfig({ DATABASE_URL: url, SEED_DEMO: 'false' }).seedDemo).toBe(false);
  expect(faultsOf({ DATABASE_URL: url, SEED_DEMO: 'true' })).toEqual([
    'SEED_DEMO fills the built-in database only: with DATABASE_URL use `npm run -s serenata -- seed`, once.',
  ]);
});

test('every fault is listed at once', () => {
  const faults = faultsOf({
    NODE_ENV: 'production',
    PORT: '70000',
    ROLES: 'web,cook,thief',
    DATABASE_URL: 'mysql://host/name',
    S3_BUCKET: 'photos',
    TRUST_PROXY: 'true',
    LIMIT_LOGIN_ACCOUNT: '-1',
  });
  expect(faults).toEqual([
    '10 environment variables are wrong:',
    '  PORT must be a whole number from 0 to 65535.',
    '  ROLES must be a list, separated by commas, of web, payment, worker.',
    '  DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
    '  TRUST_PROXY must be false, a number of proxies, or a list of addresses and networks.',
    '  LIMIT_LOGIN_ACCOUNT must be a whole number from 1 to 1000000.',
    '  S3_ENDPOINT is missing: the S3 variables go together.',
    '  S3_REGION is missing: the S3 variables go together.',
    '  S3_ACCESS_KEY_ID is missing: the S3 variables go together.',
    '  S3_SECRET_ACCESS_KEY is missing: the S3 variables go together.',
    '  SECRET_KEY is missing: in production with DATABASE_URL all nodes must share one.',
  ]);
});

test('a single fault is a single sentence', () => {
  expect(faultsOf({ LOG_FORMAT: 'xml' })).toEqual(['LOG_FORMAT must be one of pretty, json.']);
  expect(faultsOf({ DATABASE_REPLICA_URL: 'postgres://replica/serenata' })).toEqual([
    'DATABASE_REPLICA_URL needs DATABASE_URL: the built-in database has no replica.',
  ]);
});

test('companions answer from their script until a model is named', () => {
  expect(readConfig({}).companion).toMatchObject({ model: undefined, pauseMs: 2_000 });
  expect(readConfig({ NODE_ENV: 'test' }).companion.pauseMs).toBe(0);
  const named = { COMPANION_URL: 'https://models.example/v1', COMPANION_MODEL: 'moon-1' };
  expect(readConfig(named).companion.model).toEqual({
    url: 'https://models.example/v1',
    name: 'moon-1',
    key: undefined,
  });
  expect(faultsOf({ COMPANION_URL: named.COMPANION_URL })).toEqual([
    'COMPANION_MODEL is missing: the address and the name of a model go together.',
  ]);
});

test('no fault repeats the value, which may be a secret', () => {
  const secret = 'open-sesame';
  const names = [
    'SECRET_KEY',
    'DATABASE_URL',
    'REDIS_URL',
    'SMTP_URL',
    'S3_ENDPOINT',
    'METRICS_TOKEN',
    'MAIL_FROM',
    'COMPANION_URL',
  ];
  const text = faultsOf(Object.fromEntries(names.map((name) => [name, secret]))).join('\n');
  for (const name of names) expect(text).toContain(name);
  expect(text).not.toContain(secret);
});

test('the configuration cannot be changed', () => {
  const config = readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::/8' });
  expect(config.trustProxy).toEqual(['loopback', '10.0.0.0/8', 'fd00::/8']);
  for (const part of [config, config.database, config.roles, config.limits, config.trustProxy]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
});

test.each([
  ['2', 2],
  ['192.0.2.7', ['192.0.2.7']],
])('TRUST_PROXY=%s', (text, meaning) => {
  expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(meaning);
});

test.each(['10.0.0.0/33', 'proxy.example', ','])('TRUST_PROXY=%s is refused', (text) => {
  expect(faultsOf({ TRUST_PROXY: text })).toHaveLength(1);
});

test('the hosts may stand elsewhere, each brand on its own', () => {
  const { hosts } = readConfig({ API_URL: 'https://api.{host}/', SOCKET_URL: 'wss://socket.{host}:8443' });
  expect(hosts).toMatchObject({
    api: 'https://api.{host}',
    socket: 'wss://socket.{host}:8443',
    cron: undefined,
  });
});

test('photos go to S3 when all of it is known', () => {
  const s3 = { S3_ENDPOINT: 'https://s3.example', S3_REGION: 'auto', S3_BUCKET: 'photos' };
  const { s3: used } = readConfig({ ...s3, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' });
  expect(used).toMatchObject({ bucket: 'photos', secretAccessKey: 'secret', publicUrl: undefined });
});

test('Google is asked when both halves of the client are known', () => {
  const client = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  const issuer = 'https://accounts.google.com';
  expect(readConfig({}).google).toBeUndefined();
  expect(readConfig(client).google).toEqual({ issuer, clientId: 'id', clientSecret: 'secret' });
  expect(faultsOf({ GOOGLE_CLIENT_ID: 'id' })).toEqual([
    'GOOGLE_CLIENT_SECRET is missing: the id and the secret of a Google client go together.',
  ]);
  expect(faultsOf({ NODE_ENV: 'production', GOOGLE_ISSUER: 'http://localhost:1' })).toEqual([
    'GOOGLE_ISSUER must start with https:// in production.',
  ]);
});

test('a key of 32 bytes will do, a shorter one will not', () => {
  expect(readConfig({ SECRET_KEY: key }).secretKey).toBe(key);
  expect(faultsOf({ SECRET_KEY: key.slice(1) })).toHaveLength(1);
});

test('a key is taken as tools print it, in base64 with its signs or in hex, and means the same bytes', () => {
  const bytes = Buffer.alloc(32, 0xfb);
  const printed = bytes.toString('base64');
  expect(printed).toMatch(/[+/].*=$/);
  expect(readConfig({ SECRET_KEY: printed }).secretKey).toBe(printed);
  const keyOf = (text: string) => secretsFrom(text).keyFor('test');
  expect(keyOf(printed)).toEqual(keyOf(bytes.toString('base64url')));
  const hex = bytes.toString('hex');
  expect(readConfig({ SECRET_KEY: hex }).secretKey).toBe(hex);
  // As many signs as a key has in base64 are too few of these.
  expect(faultsOf({ SECRET_KEY: hex.slice(20) })).toEqual([
    expect.stringContaining('openssl rand -base64 32'),
  ]);
});

test('the .env file counts where the process has no value of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'serenata-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, '.env'), '# a comment\nPORT=4000\nROLES="web"\nHOST=::1\n');
  const config = readConfig(readEnvironment(folder, { PORT: '5000', HOST: '' }));
  expect(config).toMatchObject({ port: 5000, roles: ['web'], host: '::1' });
});

test('.env.example is up to date', () => {
  expect(readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8')).toBe(renderEnvExample());
});

function faultsOf(environment: Environment): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof StartupFault) return error.message.split('\n');
    throw error;
  }
}

test('in production a hash of a password costs what OWASP asks for at least', () => {
  const weak = { PASSWORD_MEMORY_KIB: '8', PASSWORD_PASSES: '1' };
  expect(readConfig(weak).passwordCost).toEqual({ memoryCost: 8, timeCost: 1 });
  expect(() => readConfig({ ...weak, NODE_ENV: 'production' })).toThrow(
    /PASSWORD_MEMORY_KIB must be at least 19456 .*\n.*PASSWORD_PASSES must be at least 2/,
  );
  const least = { NODE_ENV: 'production', PASSWORD_MEMORY_KIB: '19456', PASSWORD_PASSES: '2' };
  expect(readConfig(least).passwordCost).toEqual({ memoryCost: 19_456, timeCost: 2 });
});
