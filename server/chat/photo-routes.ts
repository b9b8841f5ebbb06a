import type { Binding } from '../core/http/bind.ts';

export const photoRoutes: Binding[] = [];
