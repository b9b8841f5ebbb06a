import { handle } from '../../platform/jobs/jobs.ts';
import { profileRefused, profileShown } from '../../profiles/visibility.ts';
import { deliverHeld, takeBackHeld } from './held.ts';

export const reactionJobs = [handle(profileShown, deliverHeld), handle(profileRefused, takeBackHeld)];
