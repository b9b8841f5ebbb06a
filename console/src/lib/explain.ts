import type { TFunction } from 'i18next';
import { Failure } from '../../../contract/kernel/errors.ts';
import { Unreachable } from './call.ts';

/** One sentence for whatever went wrong. */
export function explain(error: unknown, t: TFunction): string {
  if (error instanceof Unreachable) return t('problem.unreachable');
  if (!(error instanceof Failure)) return t('problem.unexpected');
  const { code, details } = error as Failure;
  if (code === 'server.fault') return t('problem.fault', { id: readText(details, 'id') });
  if (code === 'request.too_many')
    return t('problem.tooMany', { count: Number(readText(details, 'retryAfter')) || 60 });
  return t(code, { ns: 'failures' });
}

function readText(details: unknown, name: string): string {
  const value: unknown =
    typeof details === 'object' && details !== null ? Reflect.get(details, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
