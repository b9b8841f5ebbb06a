import type { Module } from '../platform/module.ts';
import { placeRoutes } from './routes.ts';

export const countries: Module = { name: 'countries', routes: placeRoutes };
