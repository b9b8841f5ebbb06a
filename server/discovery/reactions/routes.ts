import { like } from '../../../contract/discovery/deck.ts';
import * as contract from '../../../contract/profile/people.ts';
import * as staff from '../../../contract/staff/staff.ts';
import { bind } from '../../platform/http/bind.ts';
import { bindEvent } from '../../platform/realtime/realtime.ts';
import { likePerson } from './like-person.ts';
import { readNavigation } from './read-navigation.ts';
import { staffLike, staffVisit } from './staff-acts.ts';
import { visitPerson } from './visit-person.ts';

export const reactionRoutes = [
  bind(contract.recordVisit, visitPerson),
  bind(contract.readNavigation, readNavigation),
  bind(staff.staffLike, staffLike),
  bind(staff.staffVisit, staffVisit),
];

export const reactionEvents = [bindEvent(like, likePerson)];
