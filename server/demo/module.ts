import type { Module } from '#server/platform/module.ts';
import { demoJobs } from './photos.ts';

export const demo: Module = { name: 'demo', jobs: demoJobs };
