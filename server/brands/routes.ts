import { readLegalText as endpoint } from '../../contract/brand/legal.ts';
import { bind } from '../platform/http/bind.ts';
import type { Binding } from '../platform/http/bind.ts';
import { readLegalText } from './legal-text.ts';

export const brandRoutes: Binding[] = [bind(endpoint, readLegalText)];
