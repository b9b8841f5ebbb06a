/** A walk: a person of the staff looks at a drafted flow as a made-up member, whom no other member sees and of whom nothing is left. */

import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, token, trackerId } from '../kernel/fields.ts';
import { spelled, as } from '../kernel/spelling.ts';
import { user } from './user.ts';

export const enterWalk = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/walk',
  access: 'link',
  summary: 'Begin a walk with the link that the console has made. It is good once.',
  reply: spelled({
    token: as('token', token),
    trackerId: as('clickid', trackerId),
    user: as('user', user),
    endsAt: as('endsAt', epochMilliseconds),
  }),
  errors: ['link.invalid'],
});
