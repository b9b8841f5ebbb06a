import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Pencil, Plus, Trash2, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useOverlay } from '#client/overlays.ts';
import { type Team, teamsKey, useTeams } from '#console/features/profiles/profiles-data.ts';
import { call, explain } from '#console/shell/api.ts';
import { inBrand } from '#console/shell/brand-scope.ts';
import { DetailPage } from '#console/shell/detail-page.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { paths } from '#console/shell/paths.ts';
import { removeTeam } from '#contract/staff/host-teams.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { useToast } from '#ui/toast.tsx';
import { TeamDialog } from './team-dialog.tsx';

/** Who answers for which profiles. */
export function Teams() {
  const { t } = useTranslation('teams');
  const { brand = '' } = useParams();
  const query = useTeams(brand);
  const dialog = useOverlay<Team | 'new'>('team', { endsWithPage: true });
  const question = useOverlay<Team>('team-question', { endsWithPage: true });
  return (
    <DetailPage list={inBrand(paths.profiles, brand)} width="max-w-4xl">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="flex flex-col gap-1">
          <h1 tabIndex={-1} className="text-xl outline-none lg:text-2xl">
            {t('page.hostTeams')}
          </h1>
          <p className="max-w-2xl text-sm text-muted">{t('text')}</p>
        </div>
        <Button
          size="sm"
          icon={<Plus aria-hidden className="size-4" />}
          aria-disabled={query.data === undefined}
          onClick={() => query.data && dialog.open('new')}
        >
          {t('new')}
        </Button>
      </header>
      <Loaded query={query} skeleton={<SkeletonRows rows={4} />}>
        {({ teams, hosts }) => (
          <>
            {teams.length === 0 ? (
              <EmptyState
                compact
                icon={<UsersRound />}
                title={t('empty')}
                text={t(hosts.length === 0 ? 'noHosts' : 'emptyText')}
              />
            ) : (
              <TeamTable brand={brand} teams={teams} onChange={dialog.open} onRemove={question.open} />
            )}
            <TeamDialog brand={brand} hosts={hosts} team={dialog.props} onClose={() => void dialog.close()} />
          </>
        )}
      </Loaded>
      <ConfirmRemove brand={brand} team={question.props} onClose={() => void question.close()} />
    </DetailPage>
  );
}

interface TeamTableProps {
  brand: string;
  teams: readonly Team[];
  onChange: (team: Team) => void;
  onRemove: (team: Team) => void;
}

function TeamTable({ brand, teams, onChange, onRemove }: TeamTableProps) {
  const { t } = useTranslation(['teams', 'shell']);
  const columns: Column<Team>[] = [
    {
      title: t('name'),
      heading: true,
      renderCell: ({ name }) => <span className="text-sm font-semibold wrap-anywhere">{name}</span>,
    },
    {
      title: t('members'),
      renderCell: ({ members }) =>
        members.length === 0 ? (
          <span className="text-danger-text">{t('nobody')}</span>
        ) : (
          members.map(({ name }) => name).join(', ')
        ),
    },
    {
      title: t('profiles'),
      align: 'end',
      renderCell: ({ id, profiles }) =>
        profiles === 0 ? (
          '0'
        ) : (
          <Link className="underline" to={inBrand(paths.profilesOfTeam(id), brand)}>
            {t('profileCount', { count: profiles })}
          </Link>
        ),
    },
    {
      title: t('shell:actions'),
      align: 'end',
      heading: true,
      renderCell: (team) => (
        <Menu
          trigger={
            <IconButton
              label={t('more', { name: team.name })}
              icon={<Ellipsis aria-hidden className="size-5" />}
            />
          }
          actions={[
            { label: t('edit'), icon: <Pencil aria-hidden />, onClick: () => onChange(team) },
            {
              label: t('remove'),
              icon: <Trash2 aria-hidden />,
              tone: 'danger',
              onClick: () => onRemove(team),
            },
          ]}
        />
      ),
    },
  ];
  return <DataTable name={t('page.hostTeams')} columns={columns} rows={teams} keyOf={({ id }) => id} />;
}

interface ConfirmRemoveProps {
  brand: string;
  team: Team | null;
  onClose: () => void;
}

function ConfirmRemove({ brand, team, onClose }: ConfirmRemoveProps) {
  const { t, i18n } = useTranslation(['teams', 'shell']);
  const toast = useToast();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: Team) => call(removeTeam, { brand, teamId: id }),
    onSuccess: (_, { name }) => toast({ kind: 'success', text: t('removed', { name }) }),
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: teamsKey(brand) });
      onClose();
    },
  });
  return (
    <Confirm
      open={team !== null}
      danger
      title={t('removeTitle', { name: team?.name ?? '' })}
      text={team?.profiles ? t('removeText', { count: team.profiles }) : t('removeUnused')}
      action={t('remove')}
      cancel={t('shell:cancel')}
      busy={remove.isPending}
      onConfirm={() => team && remove.mutate(team)}
      onClose={onClose}
    />
  );
}
