import type { News } from '#contract/discovery/deck.ts';
import { noDetails } from '#contract/profile/details.ts';
import type { Person } from '#contract/profile/people.ts';

/** A person as others see them. */
export const samplePerson = (change: Partial<Person> = {}): Person => ({
  id: 'anna',
  screenName: 'Anna',
  age: 40,
  gender: 'female',
  kind: 'member',
  about: '',
  description: '',
  lookingFor: '',
  prompts: [],
  ...noDetails,
  commonInterests: [],
  photo: null,
  pictures: [],
  region: 'Lazio',
  city: 'Roma',
  within: null,
  activity: 'today',
  answersAt: null,
  isNew: false,
  verified: false,
  photoVerified: false,
  reasons: [],
  liked: false,
  matched: false,
  locked: false,
  ...change,
});

/** Anna likes the member. */
export const sampleNews = (change: Partial<News> = {}): News => ({
  type: 'like',
  profileId: 'anna',
  screenName: 'Anna',
  age: 41,
  kind: 'member',
  photo: null,
  text: '',
  what: null,
  matched: false,
  at: 1_000,
  ...change,
});
