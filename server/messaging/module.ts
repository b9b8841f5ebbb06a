import type { Module } from '../platform/module.ts';
import { answerJobs, chatCron, chatJobs } from './jobs.ts';
import { chatEvents, chatRoutes } from './routes.ts';

export const messaging: Module = {
  name: 'messaging',
  routes: chatRoutes,
  events: chatEvents,
  jobs: chatJobs,
  slowJobs: answerJobs,
  cron: chatCron,
};
