import { type ReactNode, createContext, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import { type Content, type KeepsEmpty, type Path, pathOf, valueAt, withValueAt } from './content.ts';
import type { FieldProblem } from './validate.ts';

/** What the server found where this form has a field. */
export interface ServerProblem {
  path: Path;
  words: string;
}

interface ContentForm {
  content: Content;
  change: (path: Path, value: unknown) => void;
  errorAt: (path: Path) => string | undefined;
}

const FormContext = createContext<ContentForm | null>(null);

interface ContentFormProps {
  content: Content;
  onChange: (content: Content) => void;
  problems: readonly FieldProblem[];
  serverProblems: readonly ServerProblem[];
  keepsEmpty?: KeepsEmpty;
  children: ReactNode;
}

/** A form over a draft: each field says by its path what it is about, and shows what is wrong there. */
export function ContentFormProvider(props: ContentFormProps) {
  const { content, onChange, problems, serverProblems, keepsEmpty, children } = props;
  const wordsOf = useProblemWords();
  const form = useMemo<ContentForm>(
    () => ({
      content,
      change: (path, value) => onChange(withValueAt(content, path, value, keepsEmpty)),
      errorAt(path) {
        const own = problems.find((problem) => isWithin(problem.path, path));
        return own ? wordsOf(own) : serverProblems.find((found) => isWithin(found.path, path))?.words;
      },
    }),
    [content, onChange, problems, serverProblems, keepsEmpty, wordsOf],
  );
  return <FormContext value={form}>{children}</FormContext>;
}

/** What is wrong with a part of a field is wrong with the field. */
function isWithin(found: Path, field: Path): boolean {
  return field.every((step, index) => String(found[index]) === String(step));
}

/** One field of the draft, by its path: "returnGift.credits". */
export function useContentField(field: string): {
  value: unknown;
  error: string | undefined;
  change: (value: unknown) => void;
} {
  const form = useContentForm();
  const path = pathOf(field);
  return {
    value: valueAt(form.content, path),
    error: form.errorAt(path),
    change: (value) => form.change(path, value),
  };
}

export function useContentForm(): ContentForm {
  const form = use(FormContext);
  if (!form) throw new Error('a field of a draft stands in its form');
  return form;
}

/** What is wrong with a field, in a sentence. */
export function useProblemWords(): (problem: FieldProblem) => string {
  const { t } = useTranslation('flows');
  const format = useFormat();
  return useMemo(
    () =>
      ({ kind, limit, path, what }) => {
        if (kind === 'other') return otherWords(t, what);
        const isMoney = String(path.at(-1)).endsWith('Cents');
        const shown = limit === null ? '' : isMoney ? format.money(limit) : format.number(limit);
        return t(`problem.${kind}`, { limit: shown });
      },
    [t, format],
  );
}

type Translate = ReturnType<typeof useTranslation<'flows'>>['t'];

/** Rules that go over several fields say themselves, in the contract's English, what they want. */
function otherWords(t: Translate, what: string): string {
  if (what.startsWith('the credits cannot cost more')) return t('problem.creditsDearer');
  if (what.startsWith('a plan that renews and grants credits')) return t('problem.creditsPriceMissing');
  if (what.startsWith('must end with account')) return t('problem.accountLast');
  const [, length] = /not be longer than (\d+)/.exec(what) ?? [];
  return length === undefined ? what : t('problem.too_long', { limit: length });
}
