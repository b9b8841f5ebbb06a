import { handle } from '../core/jobs.ts';
import type { JobHandler } from '../core/jobs.ts';
import { mailReset, sendReset } from './send-reset.ts';

export const accountJobs: JobHandler[] = [handle(sendReset, mailReset)];
