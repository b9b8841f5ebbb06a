import * as contract from '../../contract/notification/notifications.ts';
import { bind } from '../platform/http/bind.ts';
import { listNotifications } from './list-notifications.ts';
import { markRead } from './mark-read.ts';

export const notificationRoutes = [
  bind(contract.listNotifications, listNotifications),
  bind(contract.markRead, markRead),
];
