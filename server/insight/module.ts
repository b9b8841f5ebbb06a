import * as consentContract from '../../contract/insight/consent.ts';
import * as contract from '../../contract/insight/tracking.ts';
import type { App } from '../app.ts';
import { conversionHappened } from '../platform/analytics-events.ts';
import { bind } from '../platform/http/bind.ts';
import { handle } from '../platform/jobs/jobs.ts';
import type { Module } from '../platform/module.ts';
import { deleteOldConversions, handleConversion } from './conversions.ts';
import { deleteOldCookieConsents, recordCookieConsent } from './cookie-consent.ts';
import { postbacksDue, sendDuePostbacks } from './postbacks.ts';
import { importClick, logEvent, logEvents, readAddress, recordClientFault } from './tracking.ts';

export const insight = {
  name: 'insight',
  routes: [
    bind(contract.logClient, recordClientFault),
    bind(contract.logEvent, logEvent),
    bind(contract.logEvents, logEvents),
    bind(contract.importClick, importClick),
    bind(contract.readAddress, readAddress),
    bind(consentContract.recordCookieConsent, recordCookieConsent),
  ],
  jobs: [handle(conversionHappened, handleConversion)],
  slowJobs: [handle(postbacksDue, (app, _, info) => sendDuePostbacks(app, info), { timeoutSeconds: 300 })],
  cron: [
    {
      task: postbacksDue.id,
      match: '* * * * *',
      payload: {},
      maxAttempts: 3,
      backfillMinutes: 60,
      oneAtATime: true,
    },
  ],
  async cleanUp(app: App) {
    await deleteOldCookieConsents(app);
    await deleteOldConversions(app);
  },
} satisfies Module;
