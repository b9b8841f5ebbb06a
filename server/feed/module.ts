/** What is new for a member, on the page of likes and visits and in the navigation. */

import * as contract from '#contract/notification/notifications.ts';
import { readNavigation as navigationEndpoint } from '#contract/profile/people.ts';
import { bind } from '#server/bind.ts';
import type { Module } from '#server/platform/module.ts';
import { readNavigation } from './navigation.ts';
import { listNotifications, markRead } from './notifications.ts';

export const feed = {
  name: 'feed',
  routes: [
    bind(contract.listNotifications, listNotifications),
    bind(contract.markRead, markRead),
    bind(navigationEndpoint, readNavigation),
  ],
} satisfies Module;
