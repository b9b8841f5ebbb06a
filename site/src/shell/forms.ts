import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  type FieldName,
  type FormOptions,
  type FormSubmission,
  useFormSubmission,
} from '#client/form-submission.ts';
import { type Refusal, reportedRefusalOf } from '#client/refusal.ts';

type SubmitFormOptions<Values extends FieldValues, Sent> = Pick<
  FormOptions<Values, Sent, Refusal>,
  'defaults' | 'schema' | 'submit' | 'fieldOf' | 'onValues' | 'onProblems' | 'checkOnBlur'
> & {
  /** What to say under a field, by the code of its problem. Without it, the sentence of the contract's errors. */
  words?: Partial<Record<FieldName<Values>, (code: string, value: unknown) => string | undefined>>;
};

export interface SubmitForm<Values extends FieldValues> extends Omit<
  FormSubmission<Values, Refusal>,
  'register' | 'problemOf'
> {
  /** The words under a field. */
  errorOf: (name: FieldName<Values>) => string | undefined;
  /** The props of a text field, text area or checkbox. */
  field: (
    name: FieldName<Values>,
  ) => ReturnType<FormSubmission<Values, Refusal>['register']> & { error: string | undefined };
  /** The props of a part that takes a value and reports another: radio cards, a town. */
  control: <Name extends FieldName<Values>>(
    name: Name,
  ) => {
    name: Name;
    value: Values[Name];
    onChange: (value: Values[Name]) => void;
    error: string | undefined;
  };
}

/**
 * Every form of the site. The contract's schema says what may be sent, a refusal of the server stands at the field it is
 * about, and every other one goes into `<SubmitError refusal={form.refusal}>`.
 */
export function useSubmitForm<Values extends FieldValues, Sent>({
  words,
  ...options
}: SubmitFormOptions<Values, Sent>): SubmitForm<Values> {
  const { i18n } = useTranslation();
  const { register, problemOf, ...form } = useFormSubmission({
    ...options,
    describe: reportedRefusalOf,
    loadWords: () => i18n.loadNamespaces(['errors', 'account']),
  });

  function errorOf(name: FieldName<Values>): string | undefined {
    const code = problemOf(name);
    if (code === undefined) return undefined;
    const own = words?.[name]?.(code, form.values()[name]);
    if (own !== undefined) return own;
    // A schema that says no more than that it is wrong is explained by its field.
    return i18n.t([code, `field.${name}`, 'request.malformed'], { ns: 'errors', defaultValue: '' });
  }

  return {
    ...form,
    errorOf,
    field: (name) => ({ ...register(name), error: errorOf(name) }),
    control: (name) => ({
      name,
      value: form.watch(name),
      onChange: (value) => form.change(name, value),
      error: errorOf(name),
    }),
  };
}
