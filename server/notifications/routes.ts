import * as contract from '../../contract/notification/notifications.ts';
import { readNavigation as navigationEndpoint } from '../../contract/profile/people.ts';
import { bind } from '../platform/http/bind.ts';
import { listNotifications, markRead } from './notifications.ts';
import { readNavigation } from './navigation.ts';

export const notificationRoutes = [
  bind(contract.listNotifications, listNotifications),
  bind(contract.markRead, markRead),
  bind(navigationEndpoint, readNavigation),
];
