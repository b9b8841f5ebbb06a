import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { KindBar, KindLegend } from './kind-bar.tsx';
import { profileCount } from './kinds.ts';
import type { BrandRow } from './kinds.ts';

export function BrandTable({ brands }: { brands: readonly BrandRow[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: Column<BrandRow>[] = [
    {
      title: t('overview.brand'),
      heading: true,
      renderCell: ({ title, key }) => (
        <>
          <span className="block text-sm font-semibold">{title}</span>
          <span className="block font-mono text-xs text-muted">{key}</span>
        </>
      ),
    },
    { title: t('overview.hostnames'), renderCell: ({ hostnames }) => <Hostnames hostnames={hostnames} /> },
    { title: t('overview.country'), renderCell: ({ country }) => format.country(country) },
    { title: t('overview.flows'), align: 'end', renderCell: ({ flows }) => format.number(flows) },
    { title: t('overview.accounts'), align: 'end', renderCell: ({ accounts }) => format.number(accounts) },
    {
      title: t('overview.profiles'),
      align: 'end',
      renderCell: (brand) => format.number(profileCount(brand)),
    },
    {
      title: t('overview.kinds'),
      className: 'md:w-84',
      renderCell: ({ profiles }) => (
        <span className="flex flex-col gap-1.5 max-md:grow max-md:items-end">
          <span className="w-full min-w-32">
            <KindBar profiles={profiles} />
          </span>
          <KindLegend profiles={profiles} />
        </span>
      ),
    },
  ];
  return <DataTable name={t('overview.brands')} columns={columns} rows={brands} keyOf={({ key }) => key} />;
}

function Hostnames({ hostnames }: { hostnames: readonly string[] }) {
  const port = window.location.port ? `:${window.location.port}` : '';
  return (
    <ul className="flex flex-col">
      {hostnames.map((hostname) => (
        <li key={hostname}>
          <a
            href={`${window.location.protocol}//${hostname}${port}/`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center py-1 text-primary-text underline-offset-2 hover:underline pointer-coarse:min-h-11"
          >
            {hostname}
          </a>
        </li>
      ))}
    </ul>
  );
}
