/** What a member has chosen to say of themselves, and what of it needs their consent. */

import { fail } from '#contract/kernel/errors.ts';
import {
  answersStoredAs,
  delicateNames,
  detailNames,
  detailsAmong,
  isDelicate,
  noDetails,
  storedAnswers,
} from '#contract/profile/details.ts';
import type { Details } from '#contract/profile/details.ts';
import { detailsHad, profileFieldsOf } from '#contract/profile/profile-fields.ts';
import type { MemberContext } from '#server/app.ts';

/** As they stand in a profile. */
interface StoredDetails {
  details: unknown;
  delicate_details: unknown;
}

export const detailsOf = ({ details, delicate_details }: StoredDetails): Details =>
  answersStoredAs({ ...(details as object), ...(delicate_details as object) });

/** The columns that hold them. */
export function columnsOf(said: Details): { details: string; delicate_details: string } {
  const among = (delicate: boolean) =>
    JSON.stringify(
      storedAnswers({
        ...noDetails,
        ...Object.fromEntries(
          detailNames.filter((name) => isDelicate(name) === delicate).map((name) => [name, said[name]]),
        ),
      }),
    );
  return { details: among(false), delicate_details: among(true) };
}

type Change = { [Name in keyof Details]?: Details[Name] | undefined } & {
  delicateConsent?: boolean | undefined;
};

interface ChangedColumns {
  details?: string;
  delicate_details?: string;
  delicate_consent_at?: Date | null;
  /** Where it was given or withdrawn. */
  consent?: boolean;
}

/**
 * The columns that change. What the brand does not ask for is not taken. Delicate answers are taken with a consent alone, and
 * go with it.
 */
export function changeDetails(
  { app, brand }: MemberContext,
  before: StoredDetails & { delicate_consent_at: Date | null },
  input: Change,
): ChangedColumns {
  const had = detailsHad(profileFieldsOf(brand.settings));
  const named = Object.entries(detailsAmong(input)).filter(([name]) => had.has(name as keyof Details));
  const said: Details = { ...detailsOf(before), ...Object.fromEntries(named) };
  const consented = input.delicateConsent ?? before.delicate_consent_at !== null;
  const isAnswered = named.some(([name, value]) => isDelicate(name as keyof Details) && value !== null);
  if (isAnswered && !consented) fail('profile.consent_missing');
  const withdrawn = Object.fromEntries(delicateNames.map((name) => [name, null]));
  const consent = consented === (before.delicate_consent_at !== null) ? undefined : consented;
  if (named.length === 0 && consent === undefined) return {};
  return {
    ...columnsOf(consented ? said : { ...said, ...withdrawn }),
    ...(consent !== undefined && { consent, delicate_consent_at: consent ? app.clock.now() : null }),
  };
}
