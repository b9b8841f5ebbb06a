import { PLAIN_FLOW_ID } from '../../../contract/kernel/constants.ts';
import { trackerId } from '../../../contract/kernel/fields.ts';
import type { FlowSettings } from '../../../contract/brand/flow.ts';
import type { Brand } from '../directory.ts';

export interface Arrival {
  /** The flow named in the query, in either spelling. */
  flowId?: string | undefined;
  trackerId?: string | undefined;
  campaignId?: string | undefined;
  path?: string | undefined;
  /** The flow a member signed up with, which the server has read itself. */
  ownFlowId?: string | undefined;
}

const landingPaths = new Set(['/', '/signup']);

/**
 * Which flow somebody is in. A member is in his own. Of a visitor a campaign of the brand's decides, then the query, where it names a flow that anybody may
 * choose. Without either it is the brand's default, except that the two plain landings without a tracker id get the
 * plain flow. What is malformed, does not exist or is not for everybody counts as absent.
 */
export function resolveFlow(brand: Brand, arrival: Arrival): FlowSettings {
  const own = arrival.ownFlowId === undefined ? undefined : brand.flows.get(arrival.ownFlowId);
  if (own) return own;
  const campaign = brand.settings.campaigns.find(({ id }) => id === arrival.campaignId);
  const led = campaign && brand.flows.get(campaign.flow);
  if (led) return led;
  const named = arrival.flowId === undefined ? undefined : brand.flows.get(arrival.flowId);
  if (named && isForEverybody(brand, named)) return named;
  const tracked = arrival.trackerId !== undefined && trackerId.safeParse(arrival.trackerId).success;
  const plain = !tracked && landingPaths.has(normalPath(arrival.path));
  const found =
    (plain ? brand.flows.get(PLAIN_FLOW_ID) : undefined) ?? brand.flows.get(brand.settings.defaultFlow);
  if (!found) throw new Error(`brand ${brand.key} has no default flow`);
  return found;
}

/** The default and the plain one are a matter of which link one came by, so naming them gives nothing away. */
function isForEverybody({ settings }: Brand, { id, open }: FlowSettings): boolean {
  return open || id === settings.defaultFlow || id === PLAIN_FLOW_ID;
}

/** The flow that a visitor's page says it is of; the brand's default where there is none for him of that name. */
export function flowOfVisitor(brand: Brand, flowId: string | undefined): FlowSettings | undefined {
  const named = brand.flows.get(flowId ?? '');
  return named && isForEverybody(brand, named) ? named : brand.flows.get(brand.settings.defaultFlow);
}

function normalPath(path = '/'): string {
  return path.replace(/[?#].*$/s, '').replace(/(?<=.)\/+$/, '') || '/';
}
