import * as mails from '../../../contract/notification/mail-removal.ts';
import * as contract from '../../../contract/account/own-account.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Binding } from '../../platform/http/bind.ts';
import { closeAccount, keepAccount } from './close-account.ts';
import { downloadExport, listExports, requestExport } from './exports.ts';
import { refuseMails, removeFromMails } from './newsletter.ts';

export const privacyRoutes: Binding[] = [
  bind(contract.closeAccount, closeAccount),
  bind(contract.keepAccount, keepAccount),
  bind(contract.requestExport, requestExport),
  bind(contract.listExports, listExports),
  bind(contract.downloadExport, downloadExport),
  bind(mails.refuseMails, refuseMails),
  bind(mails.removeFromMails, removeFromMails),
];
