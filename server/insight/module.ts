import { z } from 'zod';
import * as consentContract from '../../contract/insight/consent.ts';
import * as contract from '../../contract/insight/tracking.ts';
import * as trust from '../../contract/insight/trust.ts';
import type { App } from '../app.ts';
import { conversionHappened } from '../platform/analytics-events.ts';
import { bind } from '../platform/http/bind.ts';
import { handle, jobKind } from '../platform/jobs/jobs.ts';
import type { Module } from '../platform/module.ts';
import { deleteOldConversions, handleConversion } from './conversions.ts';
import { deleteOldCookieConsents, recordCookieConsent } from './cookie-consent.ts';
import { postbacksDue, sendDuePostbacks } from './postbacks.ts';
import { importClick, logEvent, logEvents, readAddress, recordClientFault } from './tracking.ts';
import { forgetUptime, readTrust, startUptime, takeTrustSnapshots } from './trust.ts';

const trustDue = jobKind('insight.trust', z.object({}));

export const insight = {
  name: 'insight',
  routes: [
    bind(contract.logClient, recordClientFault),
    bind(contract.logEvent, logEvent),
    bind(contract.logEvents, logEvents),
    bind(contract.importClick, importClick),
    bind(contract.readAddress, readAddress),
    bind(consentContract.recordCookieConsent, recordCookieConsent),
    bind(trust.readTrust, readTrust),
  ],
  jobs: [
    handle(conversionHappened, handleConversion),
    handle(trustDue, (app) => takeTrustSnapshots(app), { timeoutSeconds: 300 }),
  ],
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
    // The first run of a day computes its figures, and the others find that they are there.
    { task: trustDue.id, match: '*/10 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: 10 },
  ],
  async cleanUp(app: App) {
    await deleteOldCookieConsents(app);
    await deleteOldConversions(app);
    await forgetUptime(app);
  },
  start(app) {
    return app.config.roles.includes('web') ? { stop: startUptime(app) } : {};
  },
} satisfies Module;
