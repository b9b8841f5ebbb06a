import { PLAIN_FLOW_ID } from '../../contract/constants.ts';
import { trackerId } from '../../contract/fields.ts';
import type { FlowSettings } from '../../contract/flow.ts';
import type { Brand } from '../brands/directory.ts';

export interface Arrival {
  /** The flow named in the query, in either spelling. */
  flowId?: string | undefined;
  trackerId?: string | undefined;
  path?: string | undefined;
}

const landingPaths = new Set(['/', '/signup']);

/**
 * Which flow a visitor is in. The query decides; without it the brand's default, except that the two plain landings
 * without a tracker id get the plain flow. What is malformed or does not exist counts as absent.
 */
export function resolveFlow(brand: Brand, arrival: Arrival): FlowSettings {
  const named = arrival.flowId === undefined ? undefined : brand.flows.get(arrival.flowId);
  if (named) return named;
  const tracked = arrival.trackerId !== undefined && trackerId.safeParse(arrival.trackerId).success;
  const plain = !tracked && landingPaths.has(normalPath(arrival.path));
  const found =
    (plain ? brand.flows.get(PLAIN_FLOW_ID) : undefined) ?? brand.flows.get(brand.settings.defaultFlow);
  if (!found) throw new Error(`brand ${brand.key} has no default flow`);
  return found;
}

/** The flow that a visitor's page says it is of; the brand's default where there is none of that name. */
export function flowOfVisitor(
  { flows, settings }: Brand,
  flowId: string | undefined,
): FlowSettings | undefined {
  return flows.get(flowId ?? '') ?? flows.get(settings.defaultFlow);
}

function normalPath(path = '/'): string {
  return path.replace(/[?#].*$/s, '').replace(/(?<=.)\/+$/, '') || '/';
}
