import { PREMIUM_LEVELS } from '../../contract/kernel/constants.ts';
import type { VisitorContext } from '../app.ts';

interface Reader {
  level: number;
  flowId: string;
  /** For this conversation. */
  pays: boolean;
}

/** Where the flow sells read marks, who pays for a conversation and is at level 0 does not learn what was read. */
export function hidesReceipts(
  { brand }: Pick<VisitorContext, 'brand'>,
  { level, flowId, pays }: Reader,
): boolean {
  return pays && level === PREMIUM_LEVELS.free && brand.flows.get(flowId)?.hooks.read_receipts !== undefined;
}
