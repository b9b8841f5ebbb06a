import type { Binding } from '../core/http/bind.ts';
import type { EventBinding } from '../core/realtime.ts';

export const readingRoutes: Binding[] = [];

export const readingEvents: EventBinding[] = [];
