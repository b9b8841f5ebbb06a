import * as consentContract from '#contract/insight/consent.ts';
import * as postbackContract from '#contract/insight/postbacks.ts';
import * as contract from '#contract/insight/tracking.ts';
import * as trust from '#contract/insight/trust.ts';
import type { App } from '#server/app.ts';
import { bind } from '#server/bind.ts';
import { cronJob } from '#server/platform/jobs/jobs.ts';
import type { Module } from '#server/platform/module.ts';
import { deleteOldConversions, storeConversions } from './conversions.ts';
import { deleteOldCookieConsents, recordCookieConsent } from './cookie-consent.ts';
import { importClick, logEvent, logEvents } from './measured-events.ts';
import { listPostbacks, postbackQueue } from './postbacks.ts';
import { readAddress, recordClientFault } from './tracking.ts';
import { forgetUptime, readTrust, startUptime, takeTrustSnapshots } from './trust.ts';

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
    bind(postbackContract.listPostbacks, listPostbacks),
  ],
  jobs: [
    cronJob('insight', storeConversions, { match: '* * * * *', backfillMinutes: 60, oneAtATime: true }),
    // The first run of a day computes its figures, and the others find that they are there.
    cronJob('insight', takeTrustSnapshots, { match: '*/10 * * * *', backfillMinutes: 10 }),
  ],
  queues: [postbackQueue],
  async cleanUp(app: App) {
    await deleteOldCookieConsents(app);
    await deleteOldConversions(app);
    await forgetUptime(app);
  },
  start(app: App) {
    return app.config.roles.includes('web') ? { stop: startUptime(app) } : {};
  },
} satisfies Module;
