import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { inBrand } from '#console/shell/brand-scope.ts';
import { DetailPage } from '#console/shell/detail-page.tsx';
import { Moment } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { paths } from '#console/shell/paths.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import type { listImports } from '#contract/staff/profile-imports.ts';
import { Tag } from '#ui/badge.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { useImports } from './imports-data.ts';
import { NewImport } from './new-import.tsx';

type Listed = ReplyOf<typeof listImports>['imports'][number];

/** Profiles by file: a new import, and the ones of before. */
export function Imports() {
  const { t } = useTranslation('imports');
  const { brand = '' } = useParams();
  const query = useImports(brand);
  return (
    <DetailPage list={inBrand(paths.profiles, brand)} width="max-w-4xl">
      <header className="flex flex-col gap-1">
        <h1 tabIndex={-1} className="text-xl outline-none lg:text-2xl">
          {t('page.profileImports')}
        </h1>
        <p className="max-w-2xl text-sm text-muted">{t('text')}</p>
      </header>
      <NewImport key={brand} brand={brand} />
      <section aria-labelledby="earlier-imports" className="flex flex-col gap-3">
        <h2 id="earlier-imports" className="text-base">
          {t('earlier')}
        </h2>
        <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
          {(imports) =>
            imports.length === 0 ? (
              <p className="text-sm text-muted">{t('noEarlier')}</p>
            ) : (
              <ImportTable brand={brand} imports={imports} />
            )
          }
        </Loaded>
      </section>
    </DetailPage>
  );
}

export function ImportStateTag({ state }: Pick<Listed, 'state'>) {
  const { t } = useTranslation('imports');
  const tones = { open: 'warning', running: 'success', undone: 'neutral' } as const;
  return <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>;
}

function ImportTable({ brand, imports }: { brand: string; imports: readonly Listed[] }) {
  const { t } = useTranslation('imports');
  const columns: Column<Listed>[] = [
    {
      title: t('column.file'),
      heading: true,
      renderCell: ({ id, name }) => (
        <Link
          to={paths.profileImport(brand, id)}
          className="relative touch-target text-sm font-semibold wrap-anywhere hover:underline"
        >
          {name}
        </Link>
      ),
    },
    { title: t('column.state'), renderCell: ({ state }) => <ImportStateTag state={state} /> },
    { title: t('column.when'), renderCell: ({ madeAt }) => <Moment at={madeAt} /> },
  ];
  return <DataTable name={t('earlier')} columns={columns} rows={imports} keyOf={({ id }) => id} />;
}
