import * as contract from '../../contract/notifications.ts';
import { bind } from '../core/http/bind.ts';
import { listNotifications } from './list-notifications.ts';
import { markRead } from './mark-read.ts';

export const notificationRoutes = [
  bind(contract.listNotifications, listNotifications),
  bind(contract.markRead, markRead),
];
