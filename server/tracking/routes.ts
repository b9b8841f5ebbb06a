import { logClient } from '../../contract/tracking.ts';
import { bind } from '../core/http/bind.ts';
import { recordClientFault } from './record-client-fault.ts';

export const trackingRoutes = [bind(logClient, recordClientFault)];
