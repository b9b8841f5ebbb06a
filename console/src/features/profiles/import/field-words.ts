import { useTranslation } from 'react-i18next';
import { type ImportField, type OwnImportField, isDetailField } from '#contract/staff/import-columns.ts';

const words = {
  screenName: 'field.screenName',
  age: 'field.age',
  gender: 'field.gender',
  kind: 'field.kind',
  region: 'field.region',
  city: 'field.city',
  language: 'field.language',
  about: 'field.about',
  description: 'field.description',
  lookingFor: 'field.lookingFor',
  notes: 'field.notes',
  character: 'field.character',
  limits: 'field.limits',
  pictures: 'field.pictures',
  origin: 'field.origin',
  statement: 'field.statement',
  shown: 'field.shown',
} as const satisfies Record<OwnImportField, string>;

/** What a column stands for, in words. */
export function useFieldWords(): (field: ImportField) => string {
  const { t } = useTranslation(['imports', 'details']);
  return (field) => (isDetailField(field) ? t(`details:${field}.name`) : t(words[field]));
}
