import type { Module } from '../platform/module.ts';
import { trackingRoutes } from './routes.ts';

export const insight: Module = { name: 'insight', routes: trackingRoutes };
