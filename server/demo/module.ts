import type { Module } from '../platform/module.ts';
import { demoJobs } from './jobs.ts';

export const demo: Module = { name: 'demo', jobs: demoJobs };
