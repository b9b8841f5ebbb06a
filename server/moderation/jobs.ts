import { Failure } from '../../contract/kernel/errors.ts';
import { moderationDecided } from '../../contract/chat/realtime.ts';
import type { App } from '../app.ts';
import { handle } from '../platform/jobs/jobs.ts';
import { memberReported } from '../messaging/companion/stop-and-help.ts';
import { moderationRequested } from '../profiles/profile-moderation.ts';
import type { ModerationRequest } from '../profiles/profile-moderation.ts';
import { decide, verdictGiven } from './decide.ts';
import { saveCompanionReport } from './reports.ts';
import { isReadyToBeSeen } from './queue.ts';

/** Approves what nobody looks at here. Whoever has not accepted the terms is approved once he has. */
export async function approveAutomatically(
  app: App,
  { profileId, ...given }: ModerationRequest,
): Promise<void> {
  const { brandId } = given;
  if (app.config.moderation !== 'auto' || !(await isReadyToBeSeen(app.db, brandId, profileId))) return;
  try {
    await decide(app, { ...given, reason: null }, { actor: { kind: 'system' }, automatic: true });
  } catch (error) {
    // Its owner has removed it meanwhile, or a moderator was quicker.
    if (!(error instanceof Failure)) throw error;
  }
}

export const moderationJobs = [
  handle(moderationRequested, approveAutomatically),
  handle(memberReported, saveCompanionReport),
  handle(verdictGiven, ({ realtime }, { brandId, accountId, what, approved }) => {
    realtime.emit({ brandId, accountIds: [accountId] }, moderationDecided, { what, approved });
    return Promise.resolve();
  }),
];
