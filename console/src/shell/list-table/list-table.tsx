import {
  type ColumnDef,
  type SortFn,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { ColumnMenu } from './column-menu.tsx';
import type { CsvValue } from './csv.ts';
import { ExportButton } from './export-button.tsx';
import { useHiddenColumns } from './hidden-columns.ts';
import { SelectBox } from './select-box.tsx';

export interface ListColumn<Row> extends Omit<Column<Row>, 'head' | 'sorted'> {
  /** By which its place among the columns is remembered. */
  id: string;
  /** The list can be put in its order. Not for a list of which only the first page is there. */
  sortBy?: (row: Row) => string | number | null;
  /** What an export says of it. Without it the column is for the eye alone. */
  csv?: (row: Row) => CsvValue;
  /** Not shown until it is asked for. */
  hidden?: boolean;
}

interface ListTableProps<Row> {
  /** By which the choice of columns is remembered: a word unlike those of other lists. */
  id: string;
  name: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What can be done with the selected rows; with it rows can be selected. */
  renderBulk?: (selected: readonly Row[], clear: () => void) => ReactNode;
  canSelect?: (row: Row) => boolean;
  /** What a row is called where it is selected. */
  nameOf?: (row: Row) => string;
  /** Not all rows are here yet: an order of these alone would be none of the list. */
  isPartial?: boolean;
  /** All rows of the filter, where not all are here: they are fetched when an export is asked for. */
  readAll?: () => Promise<readonly Row[]>;
}

const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});
type Features = typeof features;

/** A list that can be sorted, chosen from, cut to the columns of interest and taken away as a file. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const {
    id,
    name,
    columns,
    rows,
    keyOf,
    renderBulk,
    canSelect = () => true,
    nameOf = keyOf,
    isPartial = false,
    readAll,
  } = props;
  const { t } = useTranslation();
  const [sorting, setSorting] = useState<{ id: string; desc: boolean }[]>([]);
  const [rowSelection, setRowSelection] = useState<Record<string, true>>({});
  const [hidden, setHidden] = useHiddenColumns(id, columns);
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable<Features, Row>({
    features,
    columns: columns.map((column) => describeColumn(column)),
    data,
    getRowId: keyOf,
    state: {
      sorting: isPartial ? [] : sorting,
      rowSelection,
      columnVisibility: Object.fromEntries(hidden.map((one) => [one, false])),
    },
    onSortingChange: setSorting,
    onRowSelectionChange: setRowSelection,
    enableRowSelection: ({ original }) => renderBulk !== undefined && canSelect(original),
  });
  const shown = table.getRowModel().rows;
  const selected = table.getSelectedRowModel().rows.map(({ original }) => original);
  const clear = () => setRowSelection({});
  const heads = new Map(table.getVisibleLeafColumns().map((column) => [column.id, column]));
  const rowOf = new Map(shown.map((row) => [row.original, row]));

  const visible = columns.flatMap((column): Column<Row>[] => {
    const head = heads.get(column.id);
    if (!head) return [];
    if (!column.sortBy || isPartial) return [column];
    const sorted = head.getIsSorted();
    return [
      {
        ...column,
        sorted: sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined,
        head: <SortButton title={column.title} sorted={sorted} onClick={head.getToggleSortingHandler()} />,
      },
    ];
  });
  const selection: Column<Row> = {
    title: t('list.select'),
    className: 'md:w-px',
    head: (
      <SelectBox
        label={t('list.selectAll')}
        checked={table.getIsAllRowsSelected()}
        some={table.getIsSomeRowsSelected()}
        onChange={table.getToggleAllRowsSelectedHandler()}
      />
    ),
    renderCell: (original) => {
      const row = rowOf.get(original);
      if (!row?.getCanSelect()) return null;
      return (
        <SelectBox
          label={t('list.selectOne', { name: nameOf(original) })}
          checked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
        />
      );
    },
  };

  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-9 flex-wrap items-center justify-end gap-1">
        {selected.length > 0 && (
          <div
            className="me-auto flex flex-wrap items-center gap-2"
            role="group"
            aria-label={t('list.selected', { count: selected.length })}
          >
            <span className="text-sm font-medium">{t('list.selected', { count: selected.length })}</span>
            {renderBulk?.(selected, clear)}
          </div>
        )}
        <ColumnMenu columns={columns} hidden={hidden} onChange={setHidden} />
        {columns.some(({ csv }) => csv) && (
          <ExportButton
            name={name}
            columns={columns.filter((column) => heads.has(column.id))}
            readRows={async () =>
              selected.length > 0 ? selected : ((await readAll?.()) ?? shown.map(({ original }) => original))
            }
          />
        )}
      </div>
      <DataTable
        long
        name={name}
        columns={renderBulk ? [selection, ...visible] : visible}
        rows={shown.map(({ original }) => original)}
        keyOf={keyOf}
        {...(renderBulk && { isSelected: (row: Row) => rowOf.get(row)?.getIsSelected() ?? false })}
      />
    </div>
  );
}

function describeColumn<Row extends object>({ id, sortBy }: ListColumn<Row>): ColumnDef<Features, Row> {
  if (!sortBy) return { id, enableSorting: false };
  return {
    id,
    accessorFn: sortBy,
    sortFn: compareCells as SortFn<Features, Row>,
    sortDescFirst: false,
    sortUndefined: 'last',
  };
}

/** Words as people sort them, numbers by size, and what is missing before everything. */
function compareCells(
  one: { getValue: (id: string) => unknown },
  other: { getValue: (id: string) => unknown },
  id: string,
): number {
  const [left, right] = [one.getValue(id), other.getValue(id)];
  if (typeof left === 'string' && typeof right === 'string')
    return left.localeCompare(right, undefined, { numeric: true });
  const sizeOf = (value: unknown) => (typeof value === 'number' ? value : -Infinity);
  return Math.sign(sizeOf(left) - sizeOf(right)) || 0;
}

interface SortButtonProps {
  title: string;
  sorted: 'asc' | 'desc' | false;
  onClick: ((event: unknown) => void) | undefined;
}

function SortButton({ title, sorted, onClick }: SortButtonProps) {
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ArrowUpDown;
  return (
    <button
      type="button"
      onClick={onClick}
      className={`relative inline-flex touch-target items-center gap-1 hover:text-ink ${sorted ? 'text-ink' : ''}`}
    >
      {title}
      <Icon aria-hidden className={`size-3.5 ${sorted ? '' : 'opacity-50'}`} />
    </button>
  );
}
