import type { RatePlan } from '../../../../../contract/brand/flow.ts';

/** Cards that belong together: a group ends where the operator wants space. */
export function groupsOf(plans: readonly RatePlan[]): RatePlan[][] {
  const groups: RatePlan[][] = [];
  for (const [index, plan] of plans.entries()) {
    if (index === 0 || plans[index - 1]?.spaceBelow) groups.push([]);
    groups.at(-1)?.push(plan);
  }
  return groups;
}

const colours: Readonly<Record<string, string>> = {
  ink: 'text-ink',
  muted: 'text-muted',
  primary: 'text-primary-text',
  accent: 'text-accent-text',
  success: 'text-success-text',
};

/** The operator's colour for a text, as a token of the brand's. */
export function colourOf(name: string): string {
  return colours[name] ?? 'text-muted';
}
