import type { Module } from '../platform/module.ts';
import { moderationJobs } from './jobs.ts';
import { moderationRoutes } from './routes.ts';

export const moderation: Module = { name: 'moderation', routes: moderationRoutes, jobs: moderationJobs };
