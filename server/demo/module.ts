import type { Module } from '../platform/module.ts';
import { demoJobs } from './photos.ts';

export const demo: Module = { name: 'demo', jobs: demoJobs };
