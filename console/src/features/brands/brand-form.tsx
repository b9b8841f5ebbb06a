/** The settings of a brand as a form: each field reads and writes its place in the draft, and says what is wrong with it. */

import { createContext, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Content } from '#console/features/publishing/draft-saver.ts';
import type { EditedDraft } from '#console/features/publishing/use-draft.ts';
import { brandSettings } from '#contract/brand/brand.ts';
import { SelectField, type SelectOption } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { type Path, readAt, writeAt } from './content.ts';

interface BrandForm {
  brand: string;
  content: Content;
  read: (path: Path) => unknown;
  /** Undefined takes the field away. */
  write: (path: Path, value: unknown) => void;
  /** Whether what stands there, or within it, would be refused. */
  isWrong: (path: Path) => boolean;
}

const BrandFormContext = createContext<BrandForm | null>(null);

export function useBrandForm(): BrandForm {
  const form = useContext(BrandFormContext);
  if (!form) throw new Error('There is no form of a brand around this part.');
  return form;
}

export function BrandFormProvider({ draft, children }: { draft: EditedDraft; children: ReactNode }) {
  const { brand, content, change } = draft;
  const form = useMemo((): BrandForm => {
    const wrong = (brandSettings.safeParse(content).error?.issues ?? []).map(({ path }) => path.map(String));
    return {
      brand,
      content,
      read: (path) => readAt(content, path),
      write: (path, value) => change(writeAt(content, path, value)),
      isWrong: (path) => wrong.some((at) => path.every((step, index) => at[index] === String(step))),
    };
  }, [brand, content, change]);
  return <BrandFormContext value={form}>{children}</BrandFormContext>;
}

/** What is said beside a field: that it is missing, or that it is not valid. */
export function useFieldError(): (path: Path) => string | undefined {
  const { t } = useTranslation('brands');
  const { read, isWrong } = useBrandForm();
  return (path) => {
    if (!isWrong(path)) return undefined;
    const value = read(path);
    return value === undefined || value === '' ? t('field.missing') : t('field.invalid');
  };
}

interface DraftFieldProps {
  path: Path;
  label: string;
  hint?: string;
  required?: boolean;
  className?: string;
}

interface DraftTextProps extends DraftFieldProps {
  maxLength: number;
  type?: 'text' | 'email' | 'tel' | 'url';
  /** An empty field is no field. */
  optional?: boolean;
}

export function DraftText({ path, optional = false, type = 'text', ...rest }: DraftTextProps) {
  const { read, write } = useBrandForm();
  const errorAt = useFieldError();
  const value = read(path);
  return (
    <TextField
      {...rest}
      dense="labelled"
      type={type}
      value={typeof value === 'string' ? value : ''}
      error={errorAt(path)}
      onChange={({ target }) => write(path, optional && target.value === '' ? undefined : target.value)}
    />
  );
}

export function DraftNumber({ path, min, max, ...rest }: DraftFieldProps & { min: number; max: number }) {
  const { read, write } = useBrandForm();
  const errorAt = useFieldError();
  const value = read(path);
  return (
    <TextField
      {...rest}
      dense="labelled"
      type="number"
      min={min}
      max={max}
      value={typeof value === 'number' ? value : ''}
      error={errorAt(path)}
      onChange={({ target }) => write(path, target.value === '' ? undefined : target.valueAsNumber)}
    />
  );
}

interface DraftSelectProps extends DraftFieldProps {
  options: readonly SelectOption[];
  /** What counts while nothing is chosen. */
  fallback: string;
}

export function DraftSelect({ path, options, fallback, ...rest }: DraftSelectProps) {
  const { read, write } = useBrandForm();
  const errorAt = useFieldError();
  const value = read(path);
  return (
    <SelectField
      {...rest}
      dense="labelled"
      options={options}
      value={typeof value === 'string' ? value : fallback}
      error={errorAt(path)}
      onChange={({ target }) => write(path, target.value === '' ? undefined : target.value)}
    />
  );
}

/** A group of fields with a heading of its own. */
export function FormSection({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children: ReactNode;
}) {
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-5 first:border-0 first:pt-0">
      <div>
        <h2 className="text-base">{title}</h2>
        {text && <p className="text-[0.8125rem] text-muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}
