import { Failure, fail } from '../../../contract/kernel/errors.ts';
import type { VisitorContext } from '../../app.ts';
import type { LimitName } from '../../platform/security/limits.ts';
import { flowOfNewcomer } from './create-member.ts';
import type { ArrivalClaims, NewAccount } from './create-member.ts';

/** Some flows send newcomers to another site, which must be one of the brand's own or one it trusts. */
export function sendElsewhere(context: VisitorContext, way: NewAccount['way'], claims: ArrivalClaims): void {
  const { brand, log } = context;
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
  { limits, brandId, ip }: VisitorContext,
  fingerprint: string | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  const counted: [LimitName, string][] = [['signupAddress', ip]];
  if (fingerprint) counted.unshift(['signupDevice', `${brandId}:${fingerprint}`]);
  for (const [name, key] of counted) await limits.hit(name, key).catch(tellTooMany);
  try {
    return await attempt();
  } catch (error) {
    const ours = !(error instanceof Failure) || error.status >= 500;
    if (ours) for (const [name, key] of counted) await limits.forgive(name, key);
    throw error;
  }
}

function tellTooMany(error: unknown): never {
  if (error instanceof Failure && error.code === 'request.too_many') {
    fail('signup.too_many', (error as Failure<'request.too_many'>).details);
  }
  throw error;
}
