import type { CardOnFile, leavePlan, withdraw } from '../../../../../contract/billing/member-billing.ts';
import type { ReplyOf } from '../../../../../contract/kernel/endpoint.ts';

/** What the panel shows: everything, or one decision and what became of it. */
export type Step =
  | { name: 'overview' }
  | { name: 'leave' }
  | { name: 'left'; left: ReplyOf<typeof leavePlan> }
  | { name: 'removeCard'; card: CardOnFile }
  /** Which purchase it is about, where that is known. */
  | { name: 'withdraw'; orderId: string | null }
  | { name: 'withdrawn'; done: ReplyOf<typeof withdraw> };

export type Go = (step: Step) => void;
