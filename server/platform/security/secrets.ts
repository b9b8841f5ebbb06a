import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';

export interface Secrets {
  /** Keys for different uses never coincide. */
  keyFor(purpose: string): Buffer;
}

export function secretsFrom(master: string): Secrets {
  const key = Buffer.from(master, 'base64url');
  return { keyFor: (purpose) => Buffer.from(hkdfSync('sha256', key, '', `serenata ${purpose}`, 32)) };
}

/** A hash that only we can make: what it stands for can be recognised, and not be found out by trying. */
export type KeyedHash = (purpose: string, value: string) => Buffer;

export function keyedHash(secrets: Secrets): KeyedHash {
  // There are few purposes, and making a key takes longer than using it.
  const keys = new Map<string, Buffer>();
  return (purpose, value) => {
    let key = keys.get(purpose);
    if (!key) keys.set(purpose, (key = secrets.keyFor(`hash ${purpose}`)));
    return createHmac('sha256', key).update(value).digest();
  };
}

/** Reads a secret that was made at an earlier start, or makes it now. Two processes that start at once agree. */
export async function keptSecret(dataDir: string, name: string): Promise<string> {
  const file = join(dataDir, name);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  // A link appears whole or not at all, so a crash never leaves half a secret behind.
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return (await readFile(file, 'utf8')).trim();
}

/** The secrets of this node's roles. Only a payment node has the one that opens card numbers. */
export async function readSecrets(config: Config): Promise<{ api: Secrets; payment?: Secrets }> {
  const kept = (given: string | undefined, name: string) => given ?? keptSecret(config.dataDir, name);
  const api = secretsFrom(await kept(config.secretKey, 'secret-key'));
  if (!config.roles.includes('payment')) return { api };
  return { api, payment: secretsFrom(await kept(config.paymentSecretKey, 'payment-secret-key')) };
}
