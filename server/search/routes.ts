import type { Binding } from '../core/http/bind.ts';

export const searchRoutes: Binding[] = [];
