import * as contract from '../../contract/insight/tracking.ts';
import type { VisitorContext } from '../app.ts';
import { bind } from '../platform/http/bind.ts';
import { importClick, logEvent } from './log-event.ts';
import { recordClientFault } from './record-client-fault.ts';

function readAddress({ ip, userAgent }: VisitorContext) {
  return { ip, userAgent: userAgent.slice(0, 1000) };
}

export const trackingRoutes = [
  bind(contract.logClient, recordClientFault),
  bind(contract.logEvent, logEvent),
  bind(contract.importClick, importClick),
  bind(contract.readAddress, readAddress),
];
