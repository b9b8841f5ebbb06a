import { useTranslation } from 'react-i18next';
import type { Table } from '#client/read-table.ts';
import {
  type ColumnMapping,
  type ImportField,
  importFields,
  neededFields,
} from '#contract/staff/import-columns.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useFieldWords } from './field-words.ts';

const EXAMPLES = 3;

interface MappingTableProps {
  table: Table;
  mapping: ColumnMapping;
  onChange: (mapping: ColumnMapping) => void;
}

/** What each column of the file stands for. A field has one column; pictures may have several. */
export function MappingTable({ table: { heads, records }, mapping, onChange }: MappingTableProps) {
  const { t } = useTranslation('imports');
  const nameOf = useFieldWords();
  const needed: readonly ImportField[] = neededFields;
  const choose = (head: string, field: ImportField | null) => {
    const next = Object.entries(mapping).map(([other, known]): [string, ImportField | null] => [
      other,
      known === field && field !== 'pictures' ? null : known,
    ]);
    onChange({ ...Object.fromEntries(next), [head]: field });
  };
  const columns: Column<string>[] = [
    {
      title: t('mapping.column'),
      heading: true,
      renderCell: (head) => <span className="font-mono text-sm wrap-anywhere">{head}</span>,
    },
    {
      title: t('mapping.examples'),
      renderCell: (head) => (
        <span className="line-clamp-2 max-w-60 text-muted wrap-anywhere">{examplesOf(records, head)}</span>
      ),
    },
    {
      title: t('mapping.field'),
      className: 'md:min-w-52',
      renderCell: (head) => (
        <SelectField
          dense
          label={t('mapping.of', { column: head })}
          value={mapping[head] ?? ''}
          onChange={({ target }) => choose(head, (target.value || null) as ImportField | null)}
          options={[
            { value: '', label: t('mapping.nothing') },
            ...importFields.map((field) => ({
              value: field,
              label: needed.includes(field) ? `${nameOf(field)} *` : nameOf(field),
            })),
          ]}
        />
      ),
    },
  ];
  return <DataTable name={t('mapping.title')} columns={columns} rows={heads} keyOf={(head) => head} />;
}

function examplesOf(records: Table['records'], head: string): string {
  const said = records.slice(0, 50).map((record) => record[head]);
  const words = said
    .filter((value) => value !== undefined && value !== null && value !== '')
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60));
  return [...new Set(words)].slice(0, EXAMPLES).join(' · ');
}
