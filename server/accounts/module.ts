import { forgetTraces } from './clean-up.ts';
import type { Module } from '../platform/module.ts';
import { accountJobs, privacyCron, privacyJobs } from './jobs.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { accountRoutes } from './routes.ts';
import { signupRoutes } from './signup/routes.ts';

export const accounts: Module = {
  name: 'accounts',
  routes: [...accountRoutes, ...signupRoutes, ...passkeyRoutes, ...privacyRoutes],
  jobs: [...accountJobs, ...privacyJobs],
  cron: privacyCron,
  cleanUp: forgetTraces,
};
