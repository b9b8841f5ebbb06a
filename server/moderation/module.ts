/** Everything that moderation adds to the program. */

import { moderationDecided } from '../../contract/moderation/live.ts';
import * as contract from '../../contract/moderation/moderation.ts';
import { reportPerson as reportEndpoint } from '../../contract/moderation/reports.ts';
import { staffCloseReport, staffListReports } from '../../contract/staff/staff.ts';
import { memberReported } from '../messaging/companion/stop-and-help.ts';
import { bind } from '../platform/http/bind.ts';
import { handle } from '../platform/jobs/jobs.ts';
import type { Module } from '../platform/module.ts';
import { moderationRequested } from '../profiles/profile-moderation.ts';
import { approve, approveAutomatically, refuse, verdictGiven } from './decide.ts';
import { listWaiting } from './queue.ts';
import { closeReport, listReports, reportPerson, saveCompanionReport } from './reports.ts';

export const moderation = {
  name: 'moderation',
  routes: [
    bind(contract.listModeration, listWaiting),
    bind(contract.approve, approve),
    bind(contract.refuse, refuse),
    bind(reportEndpoint, reportPerson),
    bind(staffListReports, listReports),
    bind(staffCloseReport, closeReport),
  ],
  jobs: [
    handle(moderationRequested, approveAutomatically),
    handle(memberReported, saveCompanionReport),
    handle(verdictGiven, ({ realtime }, { brandId, accountId, what, approved }) => {
      realtime.emit({ brandId, accountIds: [accountId] }, moderationDecided, { what, approved });
      return Promise.resolve();
    }),
  ],
} satisfies Module;
