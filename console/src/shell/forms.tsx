import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type FieldName, type FormOptions, useFormSubmission } from '#client/form-submission.ts';
import { type Refusal, reportedRefusalOf } from '#client/refusal.ts';
import { type ErrorCode, errors } from '#contract/kernel/errors.ts';
import { FormErrors } from '#ui/form-errors.tsx';
import { refusalWords } from './api.ts';

type SubmitFormOptions<Values extends FieldValues, Sent> = Pick<
  FormOptions<Values, Sent, Refusal>,
  'defaults' | 'schema' | 'submit' | 'fieldOf' | 'onValues'
> & {
  /** What to say under a field that is wrong. Without it, the sentence of the contract's errors. */
  words?: Partial<Record<FieldName<Values>, string>>;
};

/**
 * Every form of the console. The contract's schema says what may be sent, a refusal of the server stands at the field it
 * is about, and every other one goes into `<SubmitError refusal={form.refusal}>`.
 */
export function useSubmitForm<Values extends FieldValues, Sent>({
  words,
  ...options
}: SubmitFormOptions<Values, Sent>) {
  const { i18n } = useTranslation();
  const { register, problemOf, ...form } = useFormSubmission({ ...options, describe: reportedRefusalOf });

  function errorOf(name: FieldName<Values>): string | undefined {
    const code = problemOf(name);
    if (code === undefined) return undefined;
    const own = words?.[name];
    if (own !== undefined) return own;
    return i18n.t(isErrorCode(code) ? code : 'request.malformed', { ns: 'errors' });
  }
  return {
    ...form,
    /** The props of a text field, text area or checkbox. */
    field: (name: FieldName<Values>) => ({ ...register(name), error: errorOf(name) }),
  };
}

/** A schema may say no more than that something is wrong. */
function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errors, code);
}

/** Why a form was not taken, in a sentence. */
export function SubmitError({ refusal }: { refusal: Refusal | null }) {
  const { i18n } = useTranslation();
  return refusal && <FormErrors title={refusalWords(refusal, i18n)} />;
}
