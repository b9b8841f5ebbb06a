import { useTranslation } from 'react-i18next';
import { type ListColumn, ListTable } from '#console/shell/list-table/list-table.tsx';
import type { ImportProgress } from '#contract/staff/profile-imports.ts';
import { useProblemWords } from './problem-words.ts';

type Problem = ImportProgress['problems'][number];

/** Rows that are left out or could not be made as they stand, each with the reason. */
export function ProblemTable({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('imports');
  const wordsOf = useProblemWords();
  const columns: ListColumn<Problem>[] = [
    {
      id: 'row',
      title: t('column.row'),
      heading: true,
      sortBy: ({ number }) => number,
      csv: ({ number }) => number,
      renderCell: ({ number }) => <span className="tabular-nums">{t('row', { number })}</span>,
    },
    {
      id: 'problem',
      title: t('column.problem'),
      className: 'wrap-anywhere',
      csv: ({ problem }) => wordsOf(problem),
      renderCell: ({ problem }) => wordsOf(problem),
    },
  ];
  return (
    <section aria-labelledby="import-problems" className="flex flex-col gap-1">
      <h2 id="import-problems" className="text-base">
        {t('problems')}
      </h2>
      <p className="text-sm text-muted">{t('problemsText')}</p>
      <ListTable
        id="import-problems"
        name={t('problems')}
        columns={columns}
        rows={problems}
        keyOf={({ number }) => String(number)}
      />
    </section>
  );
}
