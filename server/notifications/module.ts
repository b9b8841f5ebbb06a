import type { Module } from '../platform/module.ts';
import { notificationRoutes } from './routes.ts';

export const notifications: Module = { name: 'notifications', routes: notificationRoutes };
