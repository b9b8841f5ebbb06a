import { like } from '../../../contract/discovery/deck.ts';
import * as contract from '../../../contract/profile/people.ts';
import * as staff from '../../../contract/staff/staff.ts';
import { bind } from '../../platform/http/bind.ts';
import { bindEvent } from '../../platform/realtime/realtime.ts';
import { likePerson } from './likes.ts';
import { staffLike, staffVisit } from './staff-reactions.ts';
import { visitPerson } from './visits.ts';

export const reactionRoutes = [
  bind(contract.recordVisit, visitPerson),
  bind(staff.staffLike, staffLike),
  bind(staff.staffVisit, staffVisit),
];

export const reactionEvents = [bindEvent(like, likePerson)];
