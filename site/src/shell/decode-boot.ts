import { arrivalNames, boot } from '../../../contract/brand/boot.ts';
import type { Boot } from '../../../contract/brand/boot.ts';

export interface Arrival {
  path: string;
  flowId?: string | undefined;
  trackerId?: string | undefined;
  campaignId?: string | undefined;
  /** Of a member, who is in his own flow whatever else is said. */
  token?: string | undefined;
}

export function decodeBoot(wire: unknown): Boot {
  return boot.parse(wire);
}

export async function fetchBoot({ path, flowId, trackerId, campaignId, token }: Arrival): Promise<Boot> {
  const query = new URLSearchParams({ [arrivalNames.path]: path });
  if (flowId) query.set(arrivalNames.flowId[0], flowId);
  if (trackerId) query.set(arrivalNames.trackerId, trackerId);
  if (campaignId) query.set(arrivalNames.campaignId, campaignId);
  const response = await fetch(
    `/boot.json?${query}`,
    token ? { headers: { authorization: `Bearer ${token}` } } : {},
  );
  if (!response.ok) throw new Error(`boot.json answered ${response.status}.`);
  return decodeBoot(await response.json());
}
