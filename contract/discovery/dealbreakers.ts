/**
 * What a member may not want at all, by what people say of themselves: at most eight, as search lists have one bit for each.
 * Who has not said is not left out, and nothing delicate can be chosen here.
 */

import type { details, ChoiceName } from '../profile/details.ts';

interface Dealbreaker<Name extends ChoiceName> {
  detail: Name;
  /** The answers that are left out. */
  refused: readonly (typeof details)[Name]['options'][number][];
}
const refusing = <Name extends ChoiceName>(detail: Name, refused: Dealbreaker<Name>['refused']) => ({
  detail,
  refused,
});

export const dealbreakerNames = [
  'smokes',
  'drinks',
  'hasChildren',
  'wantsChildren',
  'wantsNoChildren',
] as const;
export type DealbreakerName = (typeof dealbreakerNames)[number];

export const dealbreakers = {
  smokes: refusing('smoking', ['sometimes', 'yes']),
  drinks: refusing('drinking', ['often']),
  hasChildren: refusing('hasChildren', ['with me', 'partly']),
  wantsChildren: refusing('wantsChildren', ['yes']),
  wantsNoChildren: refusing('wantsChildren', ['no', 'enough']),
} as const satisfies Record<DealbreakerName, unknown>;
