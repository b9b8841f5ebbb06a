import type { i18n } from 'i18next';
import { refusalOf } from '#client/refusal.ts';
import { type ErrorCode, Failure } from '#contract/kernel/errors.ts';

/** The code of a failure the server has declared. */
export function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof Failure ? (error as Failure).code : undefined;
}

/** What went wrong, in words for the person. Needs the texts "errors" and "shell". */
export function explain(error: unknown, texts: i18n): string {
  const { code } = refusalOf(error);
  return code === 'offline' ? texts.t('shell:entry.offline') : texts.t(code, { ns: 'errors' });
}
