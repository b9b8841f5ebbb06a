import type { Module } from '../platform/module.ts';
import { photoJobs } from './photo-publishing.ts';
import { profileRoutes } from './routes.ts';

export const profiles: Module = {
  name: 'profiles',
  routes: profileRoutes,
  jobs: photoJobs,
};
