import { RESERVED_PROFILE_IDS } from '../../contract/kernel/constants.ts';
import type { VisitorContext } from '../app.ts';

/** Under which the house speaks. */
export type SystemSender = (typeof RESERVED_PROFILE_IDS)[number];

export function findSystemSender(profileId: string): SystemSender | undefined {
  return RESERVED_PROFILE_IDS.find((id) => id === profileId);
}

/** The house as a conversation shows it: by the brand's name. */
export function describeSystemSender({ brand }: Pick<VisitorContext, 'brand'>) {
  return { screenName: brand.settings.title, age: null, kind: null, photo: null } as const;
}
