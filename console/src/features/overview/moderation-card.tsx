import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { searchOf, useFigures } from '#console/features/moderation/moderation-data.ts';
import { useBrandScope } from '#console/shell/brand-scope.ts';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { paths } from '#console/shell/paths.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { MOST_COUNTED } from '#contract/moderation/moderation.ts';
import type { moderationFigures } from '#contract/moderation/moderation.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';

type Row = ReplyOf<typeof moderationFigures>['kinds'][number];

/** How much waits for moderators, since when, and how long their verdicts took. */
export function ModerationCard({ mayOpen }: { mayOpen: boolean }) {
  const { t } = useTranslation(['overview', 'moderation']);
  const format = useFormat();
  const query = useFigures(useBrandScope());
  const columns: Column<Row>[] = [
    {
      title: t('moderation.kind'),
      heading: true,
      renderCell: ({ kind }) => (
        <span className="text-sm font-semibold">
          {mayOpen ? (
            <Link
              to={{ pathname: paths.moderation, search: searchOf({ kind }) }}
              className="relative touch-target underline decoration-line underline-offset-2 hover:decoration-current"
            >
              {t(`moderation:kinds.${kind}`)}
            </Link>
          ) : (
            t(`moderation:kinds.${kind}`)
          )}
        </span>
      ),
    },
    {
      title: t('moderation.waiting'),
      align: 'end',
      className: 'tabular-nums',
      renderCell: ({ waiting }) =>
        waiting > MOST_COUNTED ? t('moderation:atMost', { count: MOST_COUNTED }) : format.number(waiting),
    },
    {
      title: t('moderation.oldest'),
      align: 'end',
      renderCell: ({ oldest }) => (oldest === null ? '–' : <Moment at={oldest} />),
    },
    {
      title: t('moderation.median'),
      align: 'end',
      className: 'tabular-nums',
      renderCell: ({ medianWait }) => (medianWait === null ? '–' : format.duration(medianWait / 1_000)),
    },
  ];
  return (
    <section aria-labelledby="moderation-figures" className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="moderation-figures" className="text-base">
          {t('moderation.title')}
        </h2>
        {mayOpen && (
          <Link
            to={paths.moderation}
            className="relative touch-target text-[0.8125rem] font-medium text-primary-text underline underline-offset-2"
          >
            {t('moderation.open')}
          </Link>
        )}
      </div>
      <Loaded query={query} skeleton={<SkeletonRows rows={5} />}>
        {({ kinds }) => (
          <DataTable name={t('moderation.title')} columns={columns} rows={kinds} keyOf={({ kind }) => kind} />
        )}
      </Loaded>
    </section>
  );
}
