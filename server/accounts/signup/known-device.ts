import { fail } from '../../../contract/kernel/errors.ts';
import { maskEmail } from '../email-address.ts';
import type { VisitorContext } from '../../app.ts';
import { DAY } from '../../platform/clock.ts';
import { deviceHashes } from './device-hashes.ts';
import { findByDevice } from './queries.ts';

const REMEMBERED = 30 * DAY;

/** Somebody who signed up from this device and network lately is reminded of it, by a masked address. */
export async function refuseKnownDevice(
  context: VisitorContext,
  { email, fingerprint }: { email: string; fingerprint: string | undefined },
): Promise<void> {
  const { device, network } = deviceHashes(context, fingerprint);
  if (!device) return;
  const since = new Date(context.clock.now().getTime() - REMEMBERED);
  const known = await findByDevice(context.db, context.brandId, { device, network, since, otherThan: email });
  if (known) fail('signup.known_device', { email: maskEmail(known.email) });
}
