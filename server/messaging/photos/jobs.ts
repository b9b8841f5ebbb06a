import { z } from 'zod';
import { handle, jobKind } from '../../platform/jobs/jobs.ts';
import type { CronEntry, JobHandler } from '../../platform/jobs/jobs.ts';
import { chatPhotoVerdictJobs } from './viewing.ts';
import { photoFileJobs, removeUnsentPhotos } from './files.ts';

const removeUnsent = jobKind('chat.remove_unsent_photos', z.object({}));

export const chatPhotoJobs: JobHandler[] = [
  ...photoFileJobs,
  ...chatPhotoVerdictJobs,
  handle(removeUnsent, (app, _, info) => removeUnsentPhotos(app, info), { timeoutSeconds: 300 }),
];

const aDay = 24 * 60;
export const chatPhotoCron: CronEntry[] = [
  { task: removeUnsent.id, match: '17 * * * *', payload: {}, maxAttempts: 3, backfillMinutes: aDay },
];
