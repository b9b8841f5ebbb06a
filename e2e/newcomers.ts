import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { register } from '../contract/account/sign-up.ts';
import { askApi } from './ask-api.ts';
import type { BrandKey } from './fixtures.ts';

const root = join(import.meta.dirname, '..');
const homes = {
  lunaria: { region: 'Lazio', city: 'Roma' },
  verbena: { region: 'Comunidad de Madrid', city: 'Madrid' },
} as const;

/** An address that nobody has yet. */
export function newAddress(brand: BrandKey): string {
  return `e2e-${randomUUID()}@${brand}.example`;
}

export interface Newcomer {
  email: string;
  password: string;
  token: string;
  trackerId: string;
}

/** Somebody who has just signed up, without the pages for it. */
export async function signUpBehindTheScenes(
  brand: BrandKey,
  flowId = '7',
  home: { region: string; city?: string } = homes[brand],
): Promise<Newcomer> {
  const email = newAddress(brand);
  const password = randomUUID();
  const member = {
    ...home,
    email,
    password,
    flowId,
    trackerId: randomUUID(),
    gender: 'male',
    seeks: 'female',
    age: 40,
    terms: true,
    adult: true,
  } as const;
  const { result } = await askApi(register, { member }, { brand });
  return { email, password, token: result.token, trackerId: result.trackerId };
}

type LinkOptions = { email: string; red?: string; atHome?: boolean };

/** A link as it stands in a mail of ours or a partner's, made by the operator's command: its path and query. */
export async function mintLink(
  brand: BrandKey,
  purpose: 'autologin' | 'external',
  { email, red = '/', atHome = false }: LinkOptions,
): Promise<string> {
  const { region, city } = homes[brand];
  const args = ['link', purpose, '--brand', brand, '--email', email, '--red', red];
  if (atHome) args.push('--region', region, '--city', city);
  const { pathname, search } = new URL(await runCommand(args));
  return pathname + search;
}

/** What the operator's command answers, at the server under test. */
export async function runCommand(args: readonly string[]): Promise<string> {
  const node = join(root, 'node_modules/node/bin/node');
  const { stdout } = await promisify(execFile)(node, ['scripts/serenata.ts', ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'] },
  });
  return stdout.trim();
}
