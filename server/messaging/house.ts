import { RESERVED_PROFILE_IDS } from '../../contract/kernel/constants.ts';
import type { VisitorContext } from '../app.ts';

/** Under which the house speaks. */
export type HouseId = (typeof RESERVED_PROFILE_IDS)[number];

export function readHouseId(profileId: string): HouseId | undefined {
  return RESERVED_PROFILE_IDS.find((id) => id === profileId);
}

/** The house as a conversation shows it: by the brand's name. */
export function describeHouse({ brand }: Pick<VisitorContext, 'brand'>) {
  return { screenName: brand.settings.title, age: null, kind: null, photo: null } as const;
}
