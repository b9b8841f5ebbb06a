import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ORIGIN_STATEMENT_MAX_LETTERS, type PhotoOrigin, photoOrigins } from '#contract/staff/house-photo.ts';
import { FieldError } from '#ui/field.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { originWords, statementWords } from '../origin-words.ts';

interface OriginFieldsProps {
  origin: PhotoOrigin | null;
  onOrigin: (origin: PhotoOrigin) => void;
  statement: string;
  onStatement: (statement: string) => void;
  document: File | null;
  onDocument: (document: File | null) => void;
  missing: 'origin' | 'statement' | 'document' | null;
}

/** Where a photo comes from: drawn for us, licensed, or of a person who has consented, with the document that shows it. */
export function OriginFields(props: OriginFieldsProps) {
  const { origin, onOrigin, statement, onStatement, document, onDocument, missing } = props;
  const { t } = useTranslation('profile');
  return (
    <>
      <RadioCards
        name="origin"
        columns={1}
        label={t('origin.question')}
        error={missing === 'origin' ? t('origin.missing') : undefined}
        options={photoOrigins.map((value) => ({
          value,
          label: t(originWords(value).name),
          detail: t(originWords(value).text),
        }))}
        value={origin}
        onChange={onOrigin}
      />
      {origin !== null && origin !== 'own_drawing' && (
        <>
          <TextArea
            label={t(statementWords[origin].label)}
            hint={t(statementWords[origin].hint)}
            error={missing === 'statement' ? t('origin.statementMissing') : undefined}
            rows={2}
            maxLength={ORIGIN_STATEMENT_MAX_LETTERS}
            value={statement}
            onChange={({ target }) => onStatement(target.value)}
            required
          />
          <DocumentField
            required={origin === 'consented'}
            document={document}
            error={missing === 'document' ? t('origin.documentMissing') : undefined}
            onDocument={onDocument}
          />
        </>
      )}
    </>
  );
}

interface DocumentFieldProps {
  required: boolean;
  document: File | null;
  error: string | undefined;
  onDocument: (document: File | null) => void;
}

export function DocumentField({ required, document, error, onDocument }: DocumentFieldProps) {
  const { t } = useTranslation('profile');
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[0.9375rem] font-semibold">
        {t(required ? 'document.label' : 'document.optional')}
      </label>
      <input
        id={id}
        type="file"
        accept="application/pdf,image/jpeg,image/png,image/webp"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : `${id}-hint`}
        onChange={({ target }) => onDocument(target.files?.[0] ?? null)}
        className="block w-full text-sm file:me-3 file:min-h-11 file:rounded-button file:border file:border-solid file:border-field-line file:bg-surface file:px-4 file:font-semibold file:text-ink"
      />
      {document && <p className="mt-1 text-sm wrap-anywhere text-muted">{document.name}</p>}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {t('document.hint')}
      </p>
    </div>
  );
}
