import type { Binding } from '../core/http/bind.ts';
import type { EventBinding } from '../core/realtime.ts';
import { photoRoutes } from './photo-routes.ts';
import { readingEvents, readingRoutes } from './reading-routes.ts';
import { sendingEvents } from './sending-routes.ts';
import { staffChatRoutes } from './staff-routes.ts';

export const chatRoutes: Binding[] = [...readingRoutes, ...photoRoutes, ...staffChatRoutes];

export const chatEvents: EventBinding[] = [...sendingEvents, ...readingEvents];
