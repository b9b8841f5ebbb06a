import * as contract from '../../../contract/profile/safety.ts';
import { staffCloseReport, staffListReports } from '../../../contract/staff/staff.ts';
import { bind } from '../../platform/http/bind.ts';
import { blockPerson } from './block-person.ts';
import { closeReport } from './close-report.ts';
import { listBlocks } from './list-blocks.ts';
import { listReports } from './list-reports.ts';
import { reportPerson } from './report-person.ts';
import { unblockPerson } from './unblock-person.ts';

export const safetyRoutes = [
  bind(contract.blockPerson, blockPerson),
  bind(contract.unblockPerson, unblockPerson),
  bind(contract.listBlocks, listBlocks),
  bind(contract.reportPerson, reportPerson),
  bind(staffListReports, listReports),
  bind(staffCloseReport, closeReport),
];
