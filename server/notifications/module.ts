import * as contract from '../../contract/notification/notifications.ts';
import * as push from '../../contract/notification/push.ts';
import { readNavigation as navigationEndpoint } from '../../contract/profile/people.ts';
import { bind } from '../platform/http/bind.ts';
import type { Module } from '../platform/module.ts';
import { readNavigation } from './navigation.ts';
import { listNotifications, markRead } from './notifications.ts';
import { readPushKey, removePushToken, renewPushToken, savePushToken } from './push/subscriptions.ts';

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
  ],
} satisfies Module;
