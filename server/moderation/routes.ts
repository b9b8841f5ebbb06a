import * as contract from '../../contract/moderation/moderation.ts';
import { reportPerson as reportEndpoint } from '../../contract/profile/safety.ts';
import { staffCloseReport, staffListReports } from '../../contract/staff/staff.ts';
import { bind } from '../platform/http/bind.ts';
import { approve, refuse } from './decide.ts';
import { listWaiting } from './queue.ts';
import { closeReport, listReports, reportPerson } from './reports.ts';

export const moderationRoutes = [
  bind(contract.listModeration, listWaiting),
  bind(contract.approve, approve),
  bind(contract.refuse, refuse),
  bind(reportEndpoint, reportPerson),
  bind(staffListReports, listReports),
  bind(staffCloseReport, closeReport),
];
