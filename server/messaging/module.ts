import type { Module } from '../platform/module.ts';
import { answerJobs, companionCron, companionJobs } from './companion/jobs.ts';
import { hostRoutes } from './hosts/routes.ts';
import { chatPhotoCron, chatPhotoJobs } from './photos/jobs.ts';
import { chatPhotoRoutes } from './photos/routes.ts';
import { chatEvents, chatRoutes } from './routes.ts';

export const messaging: Module = {
  name: 'messaging',
  routes: [...chatRoutes, ...chatPhotoRoutes, ...hostRoutes],
  events: chatEvents,
  jobs: [...chatPhotoJobs, ...companionJobs],
  slowJobs: answerJobs,
  cron: [...chatPhotoCron, ...companionCron],
};
