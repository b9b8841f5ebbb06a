import type { EventBinding } from '../core/realtime.ts';

export const sendingEvents: EventBinding[] = [];
