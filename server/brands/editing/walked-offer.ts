/** What is offered in a flow as it is drafted. */

import type { FlowSettings, PlanSettings } from '#contract/brand/flow.ts';
import { flowPart, planPart } from '#contract/brand/parts.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { requireValid } from './check.ts';
import { readDrafts } from './drafts.ts';
import type { EditedBrand } from './edited-brand.ts';
import { readLiveParts } from './publish.ts';

/** The flow and its plans, each as it is drafted where it is. What cannot be read yet is refused with its fields. */
export async function readDraftedOffer(
  db: DbOrTx,
  { brandId, key }: EditedBrand,
  flowId: string,
): Promise<{ flow: FlowSettings; plans: PlanSettings[] }> {
  const [live, drafts] = [await readLiveParts(db, brandId), await readDrafts(db, brandId)];
  const part = flowPart(flowId);
  const contents = new Map([...live].map(([name, { content }]) => [name, content]));
  const drafted = drafts.get(part)?.content ?? live.get(part)?.content ?? fail('request.not_found');
  contents.set(part, drafted);
  // Other flows and the settings stay as they are live: what is half written there is no matter of this walk.
  const lists = Object.values((drafted['plans'] ?? {}) as Record<string, unknown>).flat();
  const listed = new Set(lists.map((productId) => planPart(String(productId))));
  for (const [name, { content }] of drafts) if (listed.has(name)) contents.set(name, content);
  const { flows, plans } = requireValid(key, contents);
  const flow = flows.find(({ id }) => id === flowId) ?? fail('request.not_found');
  const sold = new Set(Object.values(flow.plans).flat());
  return { flow, plans: plans.filter(({ productId }) => sold.has(productId)) };
}
