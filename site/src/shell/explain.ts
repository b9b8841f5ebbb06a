import type { i18n } from 'i18next';
import { type ErrorCode, Failure } from '../../../contract/kernel/errors.ts';
import { OfflineError } from '../../../packages/client/call.ts';

/** The code of a failure the server has declared. */
export function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof Failure ? (error as Failure).code : undefined;
}

/** What went wrong, in words for the person. Needs the texts "errors" and "shell". */
export function explain(error: unknown, texts: i18n): string {
  if (error instanceof OfflineError) return texts.t('shell:entry.offline');
  return texts.t(codeOf(error) ?? 'server.fault', { ns: 'errors' });
}
