import type { Binding } from '../core/http/bind.ts';

export const staffChatRoutes: Binding[] = [];
