import type { SignUpStepId } from '#contract/brand/landing.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import type { Town } from '#site/shell/find-towns.ts';

/** What has been answered so far, as typed. A field is called as its error is: `field.email` and so on. */
export type Draft = {
  gender: Gender | null;
  seeks: Gender | null;
  place: Town | null;
  age: string;
  email: string;
  password: string;
  /** The member's name for others. A made-up one stands there until they type another. */
  name: string;
  terms: boolean;
  adult: boolean;
};
export type Field = keyof Draft;

export const emptyDraft: Draft = {
  gender: null,
  seeks: null,
  place: null,
  age: '',
  email: '',
  password: '',
  name: '',
  terms: false,
  adult: false,
};

interface Step {
  /** Names its words, `signup:<id>.title` and `.text`, and its fields in later-steps.tsx. */
  id: string;
  /** What it asks for; the rules are those of the contract's `signUpForm`. */
  fields: readonly Field[];
  /** The flows that show it. Without them, all do. */
  flows?: readonly string[];
}

/** One question after the other. Progress, the back button, the draft and the checks follow from this table. */
const steps: Record<SignUpStepId, SignUpStep> = {
  who: { id: 'who', fields: ['gender', 'seeks'] },
  place: { id: 'place', fields: ['place', 'age'] },
  account: { id: 'account', fields: ['email', 'password', 'name', 'terms', 'adult'] },
};
const usualOrder = Object.keys(steps) as SignUpStepId[];

export type SignUpStep = Step & { id: SignUpStepId };
/** The first comes with the page, the others while it is answered. */
export type LaterStepId = Exclude<SignUpStepId, 'who'>;

/** The steps of a flow, in the order that a landing of it asks for. */
export function stepsIn(flowId: string, order: readonly SignUpStepId[] = usualOrder): readonly SignUpStep[] {
  return order.map((id) => steps[id]).filter(({ flows }) => !flows || flows.includes(flowId));
}

/** The fields of a step that are still empty. */
export function unanswered({ fields }: Step, draft: Draft): readonly Field[] {
  return fields.filter((field) => draft[field] === null || draft[field] === '');
}

/** The place of the step to show: the one asked for, unless an earlier one is not answered. */
export function reachableStep(asked: unknown, all: readonly SignUpStep[], draft: Draft): number {
  const wanted = all.findIndex(({ id }) => id === asked);
  const open = all.findIndex((step) => unanswered(step, draft).length > 0);
  if (wanted < 0) return 0;
  return open < 0 ? wanted : Math.min(wanted, open);
}
