import * as contract from '../../contract/insight/tracking.ts';
import { bind } from '../platform/http/bind.ts';
import type { Module } from '../platform/module.ts';
import { importClick, logEvent, readAddress, recordClientFault } from './tracking.ts';

export const insight = {
  name: 'insight',
  routes: [
    bind(contract.logClient, recordClientFault),
    bind(contract.logEvent, logEvent),
    bind(contract.importClick, importClick),
    bind(contract.readAddress, readAddress),
  ],
} satisfies Module;
