import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Column<Row> {
  title: string;
  /** Stands at the head instead of the title: a button that sorts. */
  head?: ReactNode;
  sorted?: 'ascending' | 'descending' | undefined;
  /** Nothing shows as a dash in the table and not at all on a card. */
  renderCell: (row: Row) => ReactNode;
  align?: 'end';
  /** On a phone a row is a card, and this cell stands there without its title. */
  heading?: boolean;
  className?: string;
}

interface DataTableProps<Row> {
  /** What the table is, for those who cannot see where it stands. */
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** A long list scrolls by itself above a phone's width, below a head that stays. */
  long?: boolean;
  isSelected?: (row: Row) => boolean;
}

/**
 * A table that becomes a stack of cards on a phone.
 * Made of roles, because table elements laid out as cards are no table to a screen reader any more.
 */
export function DataTable<Row>({
  name,
  columns,
  rows,
  keyOf,
  long = false,
  isSelected,
}: DataTableProps<Row>) {
  return (
    <div
      className={classNames(
        'overflow-x-auto rounded-card border border-line bg-surface text-[0.8125rem]',
        long && 'md:max-h-[max(24rem,calc(100dvh-15rem))] md:overflow-y-auto',
      )}
    >
      <div role="table" aria-label={name} className="block w-full border-collapse md:table">
        <div role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
          <div role="row" className="md:table-row">
            {columns.map(({ title, head, sorted, align }) => (
              <div
                key={title}
                role="columnheader"
                aria-sort={sorted}
                className={classNames(
                  'px-4 py-2.5 text-xs font-medium whitespace-nowrap text-muted md:table-cell',
                  align === 'end' && 'text-end',
                  long && 'md:sticky md:top-0 md:z-1 md:bg-surface md:inset-shadow-[0_-1px_0_var(--line)]',
                )}
              >
                {head ?? title}
              </div>
            ))}
          </div>
        </div>
        <div
          role="rowgroup"
          className={classNames('block md:table-row-group', long && 'md:[&>:first-child>*]:border-t-0')}
        >
          {rows.map((row) => (
            <div
              key={keyOf(row)}
              role="row"
              aria-selected={isSelected?.(row)}
              className="block border-line px-4 py-3 max-md:not-first:border-t aria-selected:bg-primary-soft/50 md:table-row md:hover:bg-soft/50"
            >
              {columns.map((column) => (
                <Cell key={column.title} column={column} row={row} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

const card =
  'flex flex-wrap items-baseline justify-between gap-x-6 py-0.5 text-end before:shrink-0 before:text-muted before:content-[attr(data-title)]';

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { title, renderCell, align, heading = false, className } = column;
  const content = renderCell(row);
  const empty = content === null || content === undefined;
  return (
    <div
      role="cell"
      data-title={title}
      className={classNames(
        heading ? 'block pb-1 max-md:not-first:pt-2' : empty ? 'hidden' : card,
        'md:table-cell md:border-t md:border-line md:px-4 md:py-2.5 md:align-middle md:before:content-none',
        align === 'end' ? 'md:text-end md:tabular-nums' : 'md:text-start',
        className,
      )}
    >
      {empty ? <span className="text-muted">–</span> : content}
    </div>
  );
}
