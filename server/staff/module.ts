import * as contract from '../../contract/staff/staff.ts';
import { bind } from '../platform/http/bind.ts';
import type { Module } from '../platform/module.ts';
import { discardJob, listJobs, retryJob } from './console-jobs.ts';
import { listAudit, listBrands, listMails, readMail } from './console-reads.ts';
import { deleteExpiredSessions, signIn, signOut, whoAmI } from './console-sessions.ts';

export const staff: Module = {
  name: 'staff',
  cleanUp: deleteExpiredSessions,
  routes: [
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
  ],
};
