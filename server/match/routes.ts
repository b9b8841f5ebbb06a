import type { Binding } from '../core/http/bind.ts';
import type { EventBinding } from '../core/realtime.ts';

export const matchRoutes: Binding[] = [];
export const matchEvents: EventBinding[] = [];
