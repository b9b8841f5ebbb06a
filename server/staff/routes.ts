import * as contract from '../../contract/staff/staff.ts';
import * as profiles from '../../contract/staff/profiles.ts';
import { bind } from '../platform/http/bind.ts';
import { discardJob } from './discard-job.ts';
import { listAudit } from './list-audit.ts';
import { listBrands } from './list-brands.ts';
import { listJobs } from './list-jobs.ts';
import { listMails } from './list-mails.ts';
import { readMail } from './read-mail.ts';
import { listReserved, reserveProfile } from './reserved-profiles.ts';
import { retryJob } from './retry-job.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { whoAmI } from './who-am-i.ts';

export const staffRoutes = [
  bind(contract.staffSignIn, signIn),
  bind(contract.staffMe, whoAmI),
  bind(contract.staffSignOut, signOut),
  bind(contract.listMails, listMails),
  bind(contract.readMail, readMail),
  bind(contract.listJobs, listJobs),
  bind(contract.retryJob, retryJob),
  bind(contract.discardJob, discardJob),
  bind(contract.listAudit, listAudit),
  bind(contract.listBrands, listBrands),
  bind(profiles.listReserved, listReserved),
  bind(profiles.reserveProfile, reserveProfile),
];
