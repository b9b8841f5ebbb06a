import * as mails from '../../contract/notification/mail-removal.ts';
import * as contract from '../../contract/notification/notifications.ts';
import * as push from '../../contract/notification/push.ts';
import * as settings from '../../contract/notification/settings.ts';
import { readNavigation as navigationEndpoint } from '../../contract/profile/people.ts';
import { bind } from '../platform/http/bind.ts';
import type { Module } from '../platform/module.ts';
import {
  addOneClick,
  readMailChoices,
  refuseMails,
  requestUnsubscribeLink,
  unsubscribeJobs,
} from './mail/unsubscribe.ts';
import { removeFromMails } from './mail/webhook.ts';
import { readNavigation } from './navigation.ts';
import { listNotifications, markRead } from './notifications.ts';
import { readPushKey, removePushToken, renewPushToken, savePushToken } from './push/subscriptions.ts';
import { readNotificationSettings, saveNotificationSettings } from './settings.ts';

export const notifications = {
  name: 'notifications',
  routes: [
    bind(contract.listNotifications, listNotifications),
    bind(contract.markRead, markRead),
    bind(navigationEndpoint, readNavigation),
    bind(push.readPushKey, readPushKey),
    bind(push.savePushToken, savePushToken),
    bind(push.removePushToken, removePushToken),
    bind(push.renewPushToken, renewPushToken),
    bind(settings.readNotificationSettings, readNotificationSettings),
    bind(settings.saveNotificationSettings, saveNotificationSettings),
    bind(mails.readMailChoices, readMailChoices),
    bind(mails.refuseMails, refuseMails),
    bind(mails.requestUnsubscribeLink, requestUnsubscribeLink),
    bind(mails.removeFromMails, removeFromMails),
  ],
  jobs: unsubscribeJobs,
  addresses: { role: 'web', add: addOneClick },
} satisfies Module;
