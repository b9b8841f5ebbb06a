import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, KeyRound, Mail, Pencil, UserPlus, UserX, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import { call, explain, useMe, useBrandTitle } from '#console/shell/api.ts';
import { useBrandScope } from '#console/shell/brand-scope.ts';
import { Moment } from '#console/shell/format.tsx';
import { type ListColumn, ListTable } from '#console/shell/list-table/list-table.tsx';
import { readPages } from '#console/shell/list-table/read-pages.ts';
import { Loaded, NextPage, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { rolesOf } from '#console/shell/roles.ts';
import { mayGive } from '#contract/kernel/staff-rights.ts';
import {
  type StaffPerson,
  dismissPerson,
  inviteAgain,
  listPeople,
  resetFactors,
} from '#contract/staff/people.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { useToast } from '#ui/toast.tsx';
import { PersonDialog, peopleKey } from './person-dialog.tsx';

export function People() {
  const { t } = useTranslation('people');
  const { data: me } = useMe();
  const query = usePeople();
  const dialog = useOverlay<StaffPerson | 'new'>('person', { endsWithPage: true });
  const question = useOverlay<Question>('person-question', { endsWithPage: true });
  if (!me) return null;
  return (
    <Page
      text={t('text')}
      actions={
        <Button
          size="sm"
          icon={<UserPlus aria-hidden className="size-4" />}
          onClick={() => dialog.open('new')}
        >
          {t('invite')}
        </Button>
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows rows={5} className="h-14" />}>
        {(people) =>
          people.length === 0 ? (
            <EmptyState compact icon={<Users />} title={t('empty')} text={t('emptyText')} />
          ) : (
            <div>
              <PeopleTable
                {...{ people, me, onChange: dialog.open, onAsk: question.open }}
                isPartial={query.hasNextPage}
              />
              <NextPage query={query} />
            </div>
          )
        }
      </Loaded>
      <PersonDialog me={me} person={dialog.props} onClose={() => void dialog.close()} />
      <ConfirmQuestion question={question.props} onClose={() => void question.close()} />
    </Page>
  );
}

function usePeople() {
  const scope = useBrandScope();
  return useInfiniteQuery({
    queryKey: peopleKey,
    queryFn: ({ pageParam, signal }) => call(listPeople, pageParam ? { after: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) =>
      pages
        .flatMap(({ people }) => people)
        .filter(
          ({ isOwner, roles }) =>
            scope === undefined || isOwner || roles.some(({ brand }) => brand === scope),
        ),
  });
}

interface Question {
  what: 'reset' | 'dismiss';
  person: StaffPerson;
}

interface PeopleTableProps {
  isPartial: boolean;
  people: readonly StaffPerson[];
  me: StaffMember;
  onChange: (person: StaffPerson) => void;
  onAsk: (question: Question) => void;
}

const tones = { invited: 'warning', active: 'success', left: 'neutral' } as const;

function readPeople(): Promise<readonly StaffPerson[]> {
  return readPages(async (after) => {
    const { people: rows, next } = await call(listPeople, after === null ? {} : { after });
    return { rows, next };
  });
}

function PeopleTable({ people, me, isPartial, onChange, onAsk }: PeopleTableProps) {
  const { t } = useTranslation(['people', 'shell']);
  const titleOf = useBrandTitle();
  const roleWords = (person: StaffPerson) =>
    rolesOf({ isOwner: person.isOwner, brands: person.roles })
      .map((role) => t(`shell:role.${role}`))
      .join(', ');
  const columns: ListColumn<StaffPerson>[] = [
    {
      id: 'name',
      title: t('name'),
      sortBy: ({ name }) => name,
      csv: ({ name }) => name,
      heading: true,
      renderCell: ({ name, email }) => (
        <>
          <span className="block text-sm font-semibold wrap-anywhere">{name}</span>
          <span className="block text-xs wrap-anywhere text-muted">{email}</span>
        </>
      ),
    },
    {
      id: 'role',
      title: t('role'),
      sortBy: roleWords,
      csv: roleWords,
      renderCell: roleWords,
    },
    {
      id: 'brands',
      title: t('brands'),
      csv: ({ isOwner, roles }) => (isOwner ? t('all') : roles.map(({ brand }) => brand).join(', ')),
      className: 'wrap-anywhere',
      renderCell: ({ isOwner, roles }) => {
        if (isOwner) return t('all');
        const differ = new Set(roles.map(({ role }) => role)).size > 1;
        return roles
          .map(({ brand, role }) =>
            differ ? `${titleOf(brand)} (${t(`shell:role.${role}`)})` : titleOf(brand),
          )
          .join(', ');
      },
    },
    {
      id: 'state',
      title: t('state'),
      sortBy: ({ status }) => t(`status.${status}`),
      csv: ({ status }) => t(`status.${status}`),
      renderCell: ({ status }) => <Tag tone={tones[status]}>{t(`status.${status}`)}</Tag>,
    },
    {
      id: 'secondFactor',
      title: t('secondFactor'),
      sortBy: ({ secondFactor }) => Number(secondFactor),
      csv: ({ secondFactor }) => t(secondFactor ? 'yes' : 'no'),
      renderCell: ({ secondFactor }) => t(secondFactor ? 'yes' : 'no'),
    },
    {
      id: 'lastSeen',
      title: t('lastSeen'),
      sortBy: ({ lastSeenAt }) => lastSeenAt,
      csv: ({ lastSeenAt }) => (lastSeenAt === null ? null : new Date(lastSeenAt).toISOString()),
      className: 'md:whitespace-nowrap',
      renderCell: ({ lastSeenAt }) => (lastSeenAt === null ? t('never') : <Moment at={lastSeenAt} />),
    },
    {
      id: 'actions',
      title: t('shell:actions'),
      align: 'end',
      heading: true,
      renderCell: (person) =>
        person.status !== 'left' && mayManage(me, person) ? (
          <PersonMenu person={person} onChange={onChange} onAsk={onAsk} />
        ) : null,
    },
  ];
  return (
    <ListTable
      id="people"
      name={t('page.people')}
      columns={columns}
      rows={people}
      keyOf={({ id }) => id}
      isPartial={isPartial}
      readAll={readPeople}
    />
  );
}

/** Whether all that the person is at my brands is mine to give. */
function mayManage({ isOwner, brands }: StaffMember, { roles, ...person }: StaffPerson): boolean {
  if (isOwner || person.isOwner) return isOwner;
  return roles.every(({ brand, role }) => brands.some((own) => own.key === brand && mayGive(own.role, role)));
}

function PersonMenu({
  person,
  onChange,
  onAsk,
}: { person: StaffPerson } & Pick<PeopleTableProps, 'onChange' | 'onAsk'>) {
  const { t, i18n } = useTranslation('people');
  const toast = useToast();
  const again = useMutation({
    mutationFn: () => call(inviteAgain, { staffId: person.id }),
    onSuccess: () => toast({ kind: 'success', text: t('againSent', { email: person.email }) }),
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
  });
  return (
    <Menu
      trigger={
        <IconButton
          label={t('more', { name: person.name })}
          icon={<Ellipsis aria-hidden className="size-5" />}
        />
      }
      actions={[
        { label: t('change'), icon: <Pencil aria-hidden />, onClick: () => onChange(person) },
        ...(person.isWholly
          ? [
              {
                label: t(person.status === 'invited' ? 'again' : 'password'),
                icon: <Mail aria-hidden />,
                onClick: () => again.mutate(),
              },
            ]
          : []),
        ...(person.isWholly && person.secondFactor
          ? [
              {
                label: t('reset'),
                icon: <KeyRound aria-hidden />,
                onClick: () => onAsk({ what: 'reset', person }),
              },
            ]
          : []),
        {
          label: t('dismiss'),
          icon: <UserX aria-hidden />,
          tone: 'danger' as const,
          onClick: () => onAsk({ what: 'dismiss', person }),
        },
      ]}
    />
  );
}

/** Both questions end a person's sessions, so both are asked before. */
function ConfirmQuestion({ question, onClose }: { question: Question | null; onClose: () => void }) {
  const { t, i18n } = useTranslation(['people', 'shell']);
  const toast = useToast();
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: ({ what, person }: Question) =>
      call(what === 'reset' ? resetFactors : dismissPerson, { staffId: person.id }),
    onSettled: () => client.invalidateQueries({ queryKey: peopleKey }),
  });
  const name = question?.person.name ?? '';
  const what = question?.what ?? 'reset';
  return (
    <Confirm
      open={question !== null}
      danger={what === 'dismiss'}
      title={t(what === 'reset' ? 'resetTitle' : 'dismissTitle', { name })}
      text={t(what === 'reset' ? 'resetText' : question?.person.isWholly ? 'dismissText' : 'dismissHereText')}
      action={t(what)}
      cancel={t('shell:cancel')}
      busy={act.isPending}
      onConfirm={() => {
        if (!question) return;
        act.mutate(question, {
          onSuccess: () =>
            toast({ kind: 'success', text: t(what === 'reset' ? 'resetDone' : 'dismissed', { name }) }),
          onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
          onSettled: onClose,
        });
      }}
      onClose={onClose}
    />
  );
}
