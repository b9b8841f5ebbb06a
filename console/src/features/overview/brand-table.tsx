import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import type { listBrands } from '#contract/staff/staff.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';

export type BrandRow = ReplyOf<typeof listBrands>['brands'][number];

export function BrandTable({ brands }: { brands: readonly BrandRow[] }) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const columns: Column<BrandRow>[] = [
    {
      title: t('brand'),
      heading: true,
      renderCell: ({ title, key }) => (
        <>
          <span className="block text-sm font-semibold">{title}</span>
          <span className="block font-mono text-xs text-muted">{key}</span>
        </>
      ),
    },
    { title: t('hostnames'), renderCell: ({ hostnames }) => <Hostnames hostnames={hostnames} /> },
    { title: t('country'), renderCell: ({ country }) => format.country(country) },
    { title: t('flows'), align: 'end', renderCell: ({ flows }) => format.number(flows) },
    { title: t('accounts'), align: 'end', renderCell: ({ accounts }) => format.number(accounts) },
    {
      title: t('profiles'),
      align: 'end',
      renderCell: (brand) => format.number(profileCount(brand)),
    },
    {
      title: t('kinds'),
      className: 'md:w-84',
      renderCell: ({ profiles }) => (
        <div className="flex flex-col gap-1.5 max-md:grow max-md:items-end">
          <div className="w-full min-w-32">
            <KindBar profiles={profiles} />
          </div>
          <KindLegend profiles={profiles} />
        </div>
      ),
    },
  ];
  return <DataTable name={t('brands')} columns={columns} rows={brands} keyOf={({ key }) => key} />;
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

/** Who stands behind a profile, always in the same order and colour. */
const kinds = [
  { kind: 'member', colour: 'bg-chart-1' },
  { kind: 'staff', colour: 'bg-chart-2' },
  { kind: 'ai', colour: 'bg-chart-3' },
] as const;

/** The shares of the three kinds. The numbers stand beside it, so it is hidden from screen readers. */
function KindBar({ profiles }: Pick<BrandRow, 'profiles'>) {
  const total = profileCount({ profiles });
  return (
    <div aria-hidden className="flex h-1.5 gap-px overflow-clip rounded-badge bg-soft">
      {kinds.map(
        ({ kind, colour }) =>
          profiles[kind] > 0 && (
            <span key={kind} className={colour} style={{ width: `${(profiles[kind] / total) * 100}%` }} />
          ),
      )}
    </div>
  );
}

function KindLegend({ profiles }: Pick<BrandRow, 'profiles'>) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
      {kinds.map(({ kind, colour }) => (
        <li key={kind} className="flex items-center gap-1.5 md:whitespace-nowrap">
          <span aria-hidden className={`size-2 rounded-full ${colour}`} />
          {t(`kind.${kind}`)}
          <span className="font-medium text-ink tabular-nums">{format.number(profiles[kind])}</span>
        </li>
      ))}
    </ul>
  );
}

export function profileCount({ profiles }: Pick<BrandRow, 'profiles'>): number {
  return profiles.member + profiles.staff + profiles.ai;
}

export function totalOf(brands: readonly BrandRow[]) {
  const sum = (count: (brand: BrandRow) => number) =>
    brands.reduce((total, brand) => total + count(brand), 0);
  return {
    accounts: sum(({ accounts }) => accounts),
    profiles: {
      member: sum(({ profiles }) => profiles.member),
      staff: sum(({ profiles }) => profiles.staff),
      ai: sum(({ profiles }) => profiles.ai),
    },
  };
}
