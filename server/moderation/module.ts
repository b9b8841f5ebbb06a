/** Everything that moderation adds to the program. */

import * as appeals from '../../contract/moderation/appeals.ts';
import { moderationDecided } from '../../contract/moderation/live.ts';
import * as contract from '../../contract/moderation/moderation.ts';
import { reportPerson as reportEndpoint } from '../../contract/moderation/reports.ts';
import * as sanctions from '../../contract/moderation/sanctions.ts';
import { staffCloseReport, staffListReports } from '../../contract/staff/staff.ts';
import { memberReported } from '../messaging/companion/stop-and-help.ts';
import { bind } from '../platform/http/bind.ts';
import { handle } from '../platform/jobs/jobs.ts';
import type { Module } from '../platform/module.ts';
import { moderationRequested } from '../profiles/profile-moderation.ts';
import { answerAppeal, readAppeal } from './appeal-answers.ts';
import {
  appealByLink,
  appealDecision,
  deleteRefusedPhotos,
  listOwnDecisions,
  readLinkedSanction,
} from './appeals.ts';
import { approve, approveAutomatically, refuse, verdictGiven } from './decide.ts';
import { listWaiting } from './queue.ts';
import { closeReport, listReports, reportPerson, saveCompanionReport } from './reports.ts';
import {
  endDueSanctions,
  endSanctionsJob,
  imposeSanction,
  liftSanction,
  listSanctions,
} from './sanctions.ts';

export const moderation = {
  name: 'moderation',
  routes: [
    bind(contract.listModeration, listWaiting),
    bind(contract.approve, approve),
    bind(contract.refuse, refuse),
    bind(reportEndpoint, reportPerson),
    bind(staffListReports, listReports),
    bind(staffCloseReport, closeReport),
    bind(appeals.listOwnDecisions, listOwnDecisions),
    bind(appeals.appealDecision, appealDecision),
    bind(appeals.readLinkedSanction, readLinkedSanction),
    bind(appeals.appealByLink, appealByLink),
    bind(appeals.readAppeal, readAppeal),
    bind(appeals.answerAppeal, answerAppeal),
    bind(sanctions.listSanctions, listSanctions),
    bind(sanctions.imposeSanction, imposeSanction),
    bind(sanctions.liftSanction, liftSanction),
  ],
  jobs: [
    handle(moderationRequested, approveAutomatically),
    handle(memberReported, saveCompanionReport),
    handle(verdictGiven, ({ realtime }, { brandId, accountId, what, approved }) => {
      realtime.emit({ brandId, accountIds: [accountId] }, moderationDecided, { what, approved });
      return Promise.resolve();
    }),
    handle(endSanctionsJob, (app, _, info) => endDueSanctions(app, info), { timeoutSeconds: 300 }),
  ],
  cron: [{ task: endSanctionsJob.id, match: '* * * * *', payload: {}, maxAttempts: 3, backfillMinutes: 60 }],
  cleanUp: deleteRefusedPhotos,
} satisfies Module;
