import { useTranslation } from 'react-i18next';
import { type ErrorCode, errors } from '#contract/kernel/errors.ts';
import { type ImportField, importFields } from '#contract/staff/import-columns.ts';
import { IMPORT_KEPT, IMPORT_PICTURE_MISSING } from '#contract/staff/profile-imports.ts';
import { useFieldWords } from './field-words.ts';

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

/** What the server says of a row, in sentences: a failure, a field that does not fit, or pictures each with its own. */
export function useProblemWords(): (problem: string) => string {
  const { t } = useTranslation(['imports', 'errors']);
  const nameOf = useFieldWords();
  const sentence = (part: string): string => {
    if (part === IMPORT_KEPT) return t('problem.kept');
    if (isCode(part)) return t(part, { ns: 'errors' });
    const [subject, reason] = splitOnce(part);
    if (reason === IMPORT_PICTURE_MISSING) return t('problem.missing', { file: subject });
    if (isCode(reason)) return `${subject}: ${t(reason, { ns: 'errors' })}`;
    const [field = ''] = subject.replace(/^details\./, '').split('.');
    if ((importFields as readonly string[]).includes(field))
      return t('problem.field', { field: nameOf(field as ImportField) });
    return t('problem.other');
  };
  return (problem) => problem.split('; ').map(sentence).join(' ');
}

/** A name may hold a colon; a reason does not. */
function splitOnce(text: string): [string, string] {
  const at = text.lastIndexOf(': ');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)];
}
