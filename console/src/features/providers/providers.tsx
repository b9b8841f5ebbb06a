import { useQuery } from '@tanstack/react-query';
import { Power } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import { call, useBrandTitle, useMe } from '#console/shell/api.ts';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { providers as facts } from '#contract/billing/providers.ts';
import { hasRightSomewhere } from '#contract/kernel/staff-rights.ts';
import { type GateState, type ProviderStatus, listProviders } from '#contract/staff/providers.ts';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SwitchDialog, providersKey } from './switch-dialog.tsx';

const LIVE_MS = 5_000;

/** How each payment provider is doing, and the switch that turns it off. */
export function Providers() {
  const { t } = useTranslation('providers');
  const { data: me } = useMe();
  const query = useQuery({
    queryKey: providersKey,
    queryFn: async ({ signal }) => (await call(listProviders, {}, { signal })).providers,
    refetchInterval: LIVE_MS,
  });
  const dialog = useOverlay<ProviderStatus>('provider-switch', { endsWithPage: true });
  if (!me) return null;
  return (
    <Page text={t('text')}>
      <Loaded query={query} skeleton={<SkeletonRows rows={4} className="h-14" />}>
        {(providers) =>
          providers.length === 0 ? (
            <EmptyState compact icon={<Power />} title={t('empty')} text={t('emptyText')} />
          ) : (
            <ProviderTable
              providers={providers}
              onSwitch={hasRightSomewhere(me, 'payments.switch') ? dialog.open : undefined}
            />
          )
        }
      </Loaded>
      <SwitchDialog status={dialog.props} onClose={() => void dialog.close()} />
    </Page>
  );
}

function toneOf(state: GateState): 'success' | 'warning' | 'danger' {
  switch (state) {
    case 'open':
      return 'success';
    case 'trying':
    case 'charges_off':
      return 'warning';
    case 'closed':
    case 'off':
      return 'danger';
  }
}

interface ProviderTableProps {
  providers: readonly ProviderStatus[];
  /** Missing for those who may only look. */
  onSwitch: ((status: ProviderStatus) => void) | undefined;
}

interface SwitchedProps extends Pick<NonNullable<ProviderStatus['switched']>, 'reason' | 'by' | 'at'> {
  /** What it says of one brand. */
  children?: ReactNode;
}

function Switched({ reason, by, at, children }: SwitchedProps) {
  const { t } = useTranslation('providers');
  return (
    <div>
      {children && <span className="block font-medium">{children}</span>}
      <span className="block">{reason}</span>
      <span className="block text-xs text-muted">
        {by ?? t('commandLine')} · <Moment at={at} />
      </span>
    </div>
  );
}

function ProviderTable({ providers, onSwitch }: ProviderTableProps) {
  const { t } = useTranslation(['providers', 'shell']);
  const format = useFormat();
  const titleOf = useBrandTitle();
  const columns: Column<ProviderStatus>[] = [
    {
      title: t('provider'),
      heading: true,
      renderCell: ({ provider }) => <span className="text-sm font-semibold">{facts[provider].title}</span>,
    },
    {
      title: t('state'),
      className: 'md:whitespace-nowrap',
      renderCell: ({ state }) => <Tag tone={toneOf(state)}>{t(`states.${state}`)}</Tag>,
    },
    {
      title: t('calls'),
      className: 'md:whitespace-nowrap tabular-nums',
      renderCell: ({ inFlight, waiting, refused }) =>
        t('callsOf', {
          inFlight: format.number(inFlight),
          waiting: format.number(waiting),
          refused: format.number(refused),
        }),
    },
    {
      title: t('lastChange'),
      className: 'wrap-anywhere',
      renderCell: ({ switched, atBrands }) =>
        switched === null && atBrands.length === 0 ? (
          t('never')
        ) : (
          <div className="flex flex-col gap-1.5">
            {switched && <Switched {...switched} />}
            {atBrands.map(({ brand, stops, ...last }) => (
              <Switched key={brand} {...last}>
                {t(`atBrand.${stops}`, { brand: titleOf(brand) })}
              </Switched>
            ))}
          </div>
        ),
    },
    ...(onSwitch
      ? [
          {
            title: t('shell:actions'),
            align: 'end' as const,
            heading: true,
            renderCell: (status: ProviderStatus) => (
              <Button
                size="sm"
                variant="secondary"
                aria-label={t('changeOf', { provider: facts[status.provider].title })}
                icon={<Power aria-hidden className="size-4" />}
                onClick={() => onSwitch(status)}
              >
                {t('change')}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      name={t('page.providers')}
      columns={columns}
      rows={providers}
      keyOf={({ provider }) => provider}
    />
  );
}
