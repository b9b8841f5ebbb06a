/** What every sign-up has to pass, and for how long traces of a device are kept for that. */

import type { SignedUp } from '#contract/account/sign-up.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import type { App, VisitorContext } from '#server/app.ts';
import { isPlace } from '#server/countries/find-places.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import type { LimitName } from '#server/platform/security/limit-rules.ts';
import { openSession } from '#server/platform/security/sessions.ts';
import { maskEmail } from '../email-address.ts';
import { flowOfNewcomer, deviceHashes, describeSignUp } from './create-member.ts';
import type { ArrivalClaims, NewAccount, Owner } from './create-member.ts';

/** Some flows send newcomers to another site, which must be one of the brand's own or one it trusts. */
export function sendElsewhere(context: VisitorContext, way: NewAccount['way'], claims: ArrivalClaims): void {
  const { log } = context.app;
  const { brand } = context;
  const { id, signUpElsewhere: url } = flowOfNewcomer(brand, way, claims);
  if (url === undefined) return;
  const { hostnames, domain, redirectHosts } = brand.settings;
  if ([...hostnames, domain, ...redirectHosts].includes(new URL(url).hostname))
    fail('signup.elsewhere', { url });
  log.warn({ brand: brand.key, flow: id }, 'a flow sends newcomers to a host that the brand does not allow');
}

/**
 * Counts an attempt against the device and the network it comes from, whatever comes of it: each tells something about
 * an address. Only what failed through no fault of the visitor's is forgiven.
 */
export async function countAttempt<T>(
  { app: { limits }, brandId, ip }: VisitorContext,
  fingerprint: string | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  const counted: [LimitName, string][] = [['signupAddress', ip]];
  if (fingerprint) counted.unshift(['signupDevice', `${brandId}:${fingerprint}`]);
  for (const [name, key] of counted) await limits.hit(name, key).catch(asTooManySignUps);
  try {
    return await attempt();
  } catch (error) {
    const ours = !(error instanceof Failure) || error.status >= 500;
    if (ours) for (const [name, key] of counted) await limits.forgive(name, key);
    throw error;
  }
}

function asTooManySignUps(error: unknown): never {
  if (error instanceof Failure && error.code === 'request.too_many') {
    fail('signup.too_many', (error as Failure<'request.too_many'>).details);
  }
  throw error;
}

/** As long as a second sign-up from one device is recognised. */
export const DEVICES_KEPT = 30 * DAY;

/** A visitor who signed up from this device and network lately is reminded of it, by a masked address. */
export async function refuseKnownDevice(
  context: VisitorContext,
  { email, fingerprint }: { email: string; fingerprint: string | undefined },
): Promise<void> {
  const { device, network } = deviceHashes(context, fingerprint);
  if (!device) return;
  const since = new Date(context.app.clock.now().getTime() - DEVICES_KEPT);
  const known = await findByDevice(context.app.db, context.brandId, {
    device,
    network,
    since,
    otherThan: email,
  });
  if (known) fail('signup.known_device', { email: maskEmail(known.email) });
}

interface DeviceWanted {
  device: Buffer;
  network: Buffer;
  since: Date;
  /** The caller's address. */
  otherThan: string;
}

/** The last account made from a device and its network. */
function findByDevice(db: DbOrTx, brandId: string, wanted: DeviceWanted) {
  return db
    .selectFrom('arrival as r')
    .innerJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 'r.brand_id').onRef('a.id', '=', 'r.account_id'),
    )
    .select('a.email')
    .where('r.brand_id', '=', brandId)
    .where('r.device_hash', '=', wanted.device)
    .where('r.network_hash', '=', wanted.network)
    .where('r.created_at', '>', wanted.since)
    .where('a.email', '<>', wanted.otherThan)
    .orderBy('r.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Answers a caller who wants an address that is taken: with a new session if it is the very same sign-up over again,
 * else that it is taken.
 */
export async function signInAgain(
  context: VisitorContext,
  owner: Owner,
  { same, method }: { same: boolean; method: 'signup' | 'link' },
): Promise<SignedUp> {
  if (owner.status === 'disabled') fail('account.disabled');
  if (!same) fail('signup.email_taken');
  const flow = context.brand.flows.get(owner.flow_id);
  return describeSignUp(context, {
    accountId: owner.id,
    trackerId: owner.tracker_id,
    token: await openSession(context, context.app.db, owner.id, method),
    optIn: flow?.optIn ?? 'single',
    gift: method === 'signup' ? flow?.freeMessages || null : null,
  });
}

/** What others say of a place, as far as it exists in the brand's country. The site asks for the rest. */
export async function realPlace(
  { app: { db }, brand }: VisitorContext,
  { region, city }: { region?: string | undefined; city?: string | undefined },
): Promise<{ region: string | null; city: string | null }> {
  const { country } = brand.settings;
  if (!region || !(await isPlace(db, country, { region }))) return { region: null, city: null };
  const inRegion = city && (await isPlace(db, country, { region, city }));
  return { region, city: inRegion ? city : null };
}

/** As long as a repeated withdrawal is recognised by where the account came from. */
export const SIGN_UP_ORIGINS_KEPT = 365 * DAY;
const traces = ['device_hash', 'network_hash', 'user_agent', 'ip', 'claimed_ip'] as const;

/** Forgets from which device and network a member signed up. Which campaign they came by is kept. */
export async function forgetTraces({ db, clock }: App): Promise<void> {
  const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
  await db
    .updateTable('arrival')
    .set(Object.fromEntries(traces.map((column) => [column, null])))
    .where('created_at', '<', ago(DEVICES_KEPT))
    .where((has) => has.or(traces.map((column) => has(column, 'is not', null))))
    .execute();
  await db
    .updateTable('arrival')
    .set({ origin_hash: null })
    .where('created_at', '<', ago(SIGN_UP_ORIGINS_KEPT))
    .where('origin_hash', 'is not', null)
    .execute();
}
