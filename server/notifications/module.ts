import type { FastifyInstance } from 'fastify';
import * as mails from '#contract/notification/mail-removal.ts';
import * as messenger from '#contract/notification/messenger.ts';
import * as push from '#contract/notification/push.ts';
import * as settings from '#contract/notification/settings.ts';
import * as brandTexts from '#contract/staff/brand-texts.ts';
import type { App } from '#server/app.ts';
import { bind } from '#server/bind.ts';
import type { Module } from '#server/platform/module.ts';
import { createRefresher } from '#server/platform/refresher.ts';
import { channels } from './channels.ts';
import { watchClosedPages } from './closed-pages.ts';
import { decisionQueue } from './decide-due.ts';
import {
  addOneClick,
  readMailChoices,
  refuseMails,
  requestUnsubscribeLink,
  unsubscribeJobs,
} from './mail/unsubscribe.ts';
import { removeFromMails } from './mail/webhook.ts';
import {
  connectMessenger,
  deleteOldCodes,
  disconnectMessenger,
  readMessenger,
} from './messenger/connections.ts';
import { previewNotifications } from './messenger/preview.ts';
import { addMessengerWebhook, createWebhookRegistration } from './messenger/updates.ts';
import { listPushDevices, removePushDevice } from './push/own-devices.ts';
import { readPushKey, removePushToken, renewPushToken, savePushToken } from './push/subscriptions.ts';
import { deleteOldNotifications } from './queue.ts';
import { channelQueue } from './send-ready.ts';
import { readNotificationSettings, saveNotificationSettings } from './settings.ts';

export const notifications = {
  name: 'notifications',
  routes: [
    bind(push.readPushKey, readPushKey),
    bind(push.savePushToken, savePushToken),
    bind(push.removePushToken, removePushToken),
    bind(push.renewPushToken, renewPushToken),
    bind(push.listPushDevices, listPushDevices),
    bind(push.removePushDevice, removePushDevice),
    bind(settings.readNotificationSettings, readNotificationSettings),
    bind(settings.saveNotificationSettings, saveNotificationSettings),
    bind(mails.readMailChoices, readMailChoices),
    bind(mails.refuseMails, refuseMails),
    bind(mails.requestUnsubscribeLink, requestUnsubscribeLink),
    bind(mails.removeFromMails, removeFromMails),
    bind(messenger.readMessenger, readMessenger),
    bind(messenger.connectMessenger, connectMessenger),
    bind(messenger.disconnectMessenger, disconnectMessenger),
    bind(brandTexts.previewNotifications, previewNotifications),
  ],
  jobs: unsubscribeJobs,
  queues: [decisionQueue, ...channels.map((channel) => channelQueue(channel))],
  addresses: {
    role: 'web',
    async add(app: App, server: FastifyInstance) {
      await addOneClick(app, server);
      await addMessengerWebhook(app, server);
    },
  },
  async cleanUp(app: App) {
    await deleteOldNotifications(app.db, app.clock.now());
    await deleteOldCodes(app);
  },
  start(app: App) {
    const webhooks = createRefresher(createWebhookRegistration(app), (error) =>
      app.log.warn({ err: error }, 'the webhooks of Telegram could not be set'),
    );
    const closedPages = watchClosedPages(app);
    if (app.config.roles.includes('web')) webhooks.request();
    return {
      async stop() {
        await Promise.all([webhooks.stop(), closedPages.stop()]);
      },
    };
  },
} satisfies Module;
