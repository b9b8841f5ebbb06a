import { AGE_MAX, AGE_MIN } from '../../../../../contract/kernel/constants.ts';
import type { Gender } from '../../../../../contract/kernel/fields.ts';
import { isScreenName } from '../../../../../contract/profile/screen-name.ts';
import type { Town } from '../../../shell/find-towns.ts';

/** What has been typed so far. */
export interface Draft {
  gender: Gender | null;
  seeks: Gender | null;
  /** As typed. */
  age: string;
  town: Town | null;
  email: string;
  password: string;
  /** What others will call him. A made-up one stands there until he types another. */
  screenName: string;
  newsletter: boolean;
  terms: boolean;
  adult: boolean;
}

export const emptyDraft: Draft = {
  gender: null,
  seeks: null,
  age: '',
  town: null,
  email: '',
  password: '',
  screenName: '',
  newsletter: false,
  terms: false,
  adult: false,
};

/** A field that may be at fault, by the name its error has: `field.email` and so on. */
export type Field = (typeof fields)[number];

/** In the order in which sign-up looks at them, here and on the server. */
export const fields = [
  'email',
  'password',
  'place',
  'terms',
  'adult',
  'age',
  'gender',
  'seeks',
  'name',
] as const;

export const STEPS = 3;
export type Step = 1 | 2 | 3;

/** The step that asks for a field. */
export const stepOf: Record<Field, Step> = {
  gender: 1,
  seeks: 1,
  age: 2,
  place: 2,
  email: 3,
  password: 3,
  name: 3,
  terms: 3,
  adult: 3,
};

/** Spaces in an address are a slip of the thumb, so they are left out. */
export function withoutSpaces(email: string): string {
  return email.replace(/\s/g, '');
}

export function isEmail(email: string): boolean {
  return /^[^@]+@[^@]+\.[^@]+$/.test(withoutSpaces(email)) && email.length <= 254;
}

function isAge(typed: string): boolean {
  return /^\d{1,3}$/.test(typed) && Number(typed) >= AGE_MIN && Number(typed) <= AGE_MAX;
}

const isGood: Record<Field, (draft: Draft) => boolean> = {
  email: ({ email }) => isEmail(email),
  password: ({ password }) => password !== '',
  place: ({ town }) => town !== null,
  terms: ({ terms }) => terms,
  adult: ({ adult }) => adult,
  age: ({ age }) => isAge(age),
  gender: ({ gender }) => gender !== null,
  seeks: ({ seeks }) => seeks !== null,
  name: ({ screenName }) => isScreenName(screenName.trim()),
};

/** The fields at fault in the specified order; of one step, or of all. */
export function faultsOf(draft: Draft, step?: Step): Field[] {
  return fields.filter((field) => (step === undefined || stepOf[field] === step) && !isGood[field](draft));
}

/** The step to show: the one asked for, unless an earlier one is not answered. */
export function reachableStep(asked: unknown, draft: Draft): Step {
  const open = ([1, 2] as const).find((step) => faultsOf(draft, step).length > 0) ?? STEPS;
  const wanted = asked === 2 || asked === 3 ? asked : 1;
  return wanted < open ? wanted : open;
}
