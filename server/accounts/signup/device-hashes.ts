import type { VisitorContext } from '../../app.ts';
import { networkOf } from '../../platform/security/limits.ts';

/**
 * What tells one device from another, in a form that says nothing to whoever reads it. A device has another hash in
 * each brand, so nobody can be followed from one to the next.
 */
export function deviceHashes(context: VisitorContext, fingerprint: string | undefined) {
  const { keyedHash, brandId, ip } = context;
  const network = networkOf(ip);
  return {
    device: fingerprint ? keyedHash('device', `${brandId} ${fingerprint}`) : null,
    network: keyedHash('network', `${brandId} ${network}`),
    // Two phones of one make look alike, so a device is only known again together with its network.
    origin: fingerprint ? keyedHash('origin', `${brandId} ${network} ${fingerprint}`) : null,
  };
}
