import { randomBytes, timingSafeEqual } from 'node:crypto';
import { fail } from '#contract/kernel/errors.ts';
import { MINUTE, SECOND } from '../clock.ts';
import { networkOf } from '../network.ts';
import type { Platform, SiteContext } from '../platform.ts';
import type { LimitName } from './limit-rules.ts';

type Door = Pick<SiteContext, 'app' | 'ip'>;

export interface Login {
  /** Whose login it is: what was typed, so that an unknown name looks the same. */
  account: string;
  /** What the browser was given when it was let in before. */
  deviceToken?: string | undefined;
  /** The version of the credentials that open it. Once they change, no device is known there any more. */
  readVersion: () => Promise<Version | undefined>;
}

type Version = string | number;

/** What one more failure adds to the wait of those we do not know, and the longest wait. */
const WAIT_FOR_EACH = SECOND;
const LONGEST_WAIT = 15 * MINUTE;

/**
 * Counts guesses at an account, so that guessing has an end and strangers cannot keep the owner out. A device that was
 * let in before has a count of its own. All others have ten tries from their network, and once ten have failed from
 * anywhere they have to wait before each: the longer the more have failed, but never for more than a quarter of an
 * hour, and after the wait a try is let through. `attempt` answers with nothing where the guess was wrong.
 */
export async function guardLogin<T>(
  door: Door,
  login: Login,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { limits } = door.app;
  const { ip } = door;
  const { account } = login;
  const device = await findKnownDevice(door.app, login);
  const own: [LimitName, string] = device
    ? ['loginDevice', `${account} ${device}`]
    : ['loginAccount', `${account} ${networkOf(ip)}`];
  if (!device) await limits.hit('loginAddress', ip);
  await limits.hit(...own);
  const forgive = async () => {
    if (!device) await limits.forgive('loginAddress', ip);
    await limits.forgive(...own);
  };
  let found: T | undefined;
  try {
    if (!device) await makeWait(door, account);
    found = await attempt();
  } catch (error) {
    // Only a wrong guess counts: a member who tries again while the database is away must not be locked out.
    await forgive();
    throw error;
  }
  if (found === undefined) {
    if (!device) await limits.tryHit('loginAnywhere', account);
    return undefined;
  }
  if (!device) {
    await limits.forgive('loginAddress', ip);
    // This try was counted as well.
    const failures = (await limits.count(...own)) - 1;
    if (failures > 0) await limits.forgive('loginAnywhere', account, failures);
  }
  await limits.reset(...own);
  return found;
}

/** Each neighbourhood waits for itself: however many others come, one that has waited is next. */
async function makeWait({ app: { config, limits }, ip }: Door, account: string): Promise<void> {
  const failures = await limits.count('loginAnywhere', account);
  if (failures < config.limits.loginsPerAccount) return;
  const wait = Math.min(failures * WAIT_FOR_EACH, LONGEST_WAIT);
  const place = `${account} ${neighbourhoodOf(ip)}`;
  const left = wait - (await limits.waited('loginWait', place));
  if (left > 0) fail('request.too_many', { retryAfter: Math.ceil(left / SECOND) });
  // Of many who come at the end of one wait, one is let try.
  if (!(await limits.reset('loginWait', place))) fail('request.too_many', { retryAfter: wait / SECOND });
}

/** Addresses that one party usually holds together. */
function neighbourhoodOf(address: string): string {
  const network = networkOf(address);
  return network.split(network.includes(':') ? ':' : '.', 3).join('.');
}

interface LetIn {
  account: string;
  deviceToken?: string | undefined;
  /** Of the credentials with which the browser was let in. */
  version: Version;
}

/** What lets a browser be known again at this account's door. It opens nothing. */
export function deviceTokenFor(app: Pick<Platform, 'keyedHash'>, letIn: LetIn): string {
  const { deviceToken } = letIn;
  if (deviceToken !== undefined && knownDevice(app, letIn)) return deviceToken;
  const id = randomBytes(16).toString('base64url');
  return `${id}.${proofOf(app, letIn, id).toString('base64url')}`;
}

const shape = /^([\w-]{22})\.([\w-]{43})$/;

async function findKnownDevice(
  app: Pick<Platform, 'keyedHash'>,
  { readVersion, ...login }: Login,
): Promise<string | undefined> {
  if (!shape.test(login.deviceToken ?? '')) return undefined;
  const version = await readVersion();
  return version === undefined ? undefined : knownDevice(app, { ...login, version });
}

function knownDevice(app: Pick<Platform, 'keyedHash'>, letIn: LetIn): string | undefined {
  const [, id, proof] = shape.exec(letIn.deviceToken ?? '') ?? [];
  if (id === undefined || proof === undefined) return undefined;
  return timingSafeEqual(Buffer.from(proof, 'base64url'), proofOf(app, letIn, id)) ? id : undefined;
}

function proofOf(
  { keyedHash }: Pick<Platform, 'keyedHash'>,
  { account, version }: Pick<LetIn, 'account' | 'version'>,
  id: string,
): Buffer {
  return keyedHash('known device', `${account} ${version} ${id}`);
}
