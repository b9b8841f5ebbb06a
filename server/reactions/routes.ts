import type { Binding } from '../core/http/bind.ts';
import type { EventBinding } from '../core/realtime.ts';

export const reactionRoutes: Binding[] = [];
export const reactionEvents: EventBinding[] = [];
