import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, explain, useMe } from '#console/shell/api.ts';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { useLiveChanges } from '#console/shell/live.ts';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { membersKey, useRefreshMembers } from '#console/shell/members.ts';
import type { Place } from '#console/shell/members.ts';
import { hasRightAt } from '#contract/kernel/staff-rights.ts';
import { type Sanction, liftSanction, listSanctions } from '#contract/moderation/sanctions.ts';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useToast } from '#ui/toast.tsx';

/** They belong to what is known about a member: what changes the one changes the other. */
export function useSanctions({ brand, accountId }: Place) {
  return useQuery({
    queryKey: [...membersKey, 'sanctions', brand, accountId],
    queryFn: ({ signal }) => call(listSanctions, { brand, accountId }, { signal }),
  });
}

/** The sanctions of the member whom a case is about. */
export function SanctionHistory({ member }: { member: Place }) {
  const { t } = useTranslation('sanctions');
  const refresh = useRefreshMembers();
  useLiveChanges('member', ({ id }) => {
    if (id === null || id === member.accountId) void refresh();
  });
  return (
    <section aria-labelledby="sanctions-title" className="flex flex-col gap-3">
      <h3 id="sanctions-title" className="text-sm font-semibold">
        {t('history.title')}
      </h3>
      <SanctionList member={member} />
    </section>
  );
}

/** What a member was sanctioned for, newest first, and the way to lift it. */
export function SanctionList({ member }: { member: Place }) {
  const { t } = useTranslation('sanctions');
  const query = useSanctions(member);
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={2} />}>
      {({ sanctions, strikes }) =>
        sanctions.length === 0 ? (
          <p className="text-[0.8125rem] text-muted">{t('history.empty')}</p>
        ) : (
          <>
            <p className="text-[0.8125rem] text-muted">
              {strikes === 0 ? t('none') : t('strikes', { count: strikes })}
            </p>
            <ol className="flex flex-col divide-y divide-line">
              {sanctions.map((sanction) => (
                <HistoryRow key={sanction.id} member={member} sanction={sanction} />
              ))}
            </ol>
          </>
        )
      }
    </Loaded>
  );
}

function HistoryRow({ member, sanction }: { member: Place; sanction: Sanction }) {
  const { t } = useTranslation('sanctions');
  const format = useFormat();
  const { data: me } = useMe();
  const { kind, reason, from, until, by, note, endedAt, liftedBy, strikeUntil, appeal } = sanction;
  const isInForce = endedAt === null;
  return (
    <li className="flex flex-col gap-1 py-2.5 text-[0.8125rem]">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-sm font-semibold">{t(`kinds.${kind}`)}</span>
        {kind !== 'warning' && (
          <Tag tone={isInForce ? 'danger' : 'neutral'}>
            {isInForce
              ? t('history.inForce')
              : liftedBy
                ? t('history.liftedBy', { name: liftedBy })
                : t('history.over')}
          </Tag>
        )}
        {appeal && <Tag tone="warning">{t(`history.appeal.${appeal}`)}</Tag>}
      </p>
      <p>
        {t(`reasons.${reason}`)} · <Moment at={from} />
        {by && ` · ${by}`}
        {until !== null && ` · ${t('history.until', { date: format.moment(until) })}`}
      </p>
      <p className="text-muted">
        {strikeUntil === null
          ? t('history.noStrike')
          : t('history.strike', { date: format.moment(strikeUntil) })}
      </p>
      {note && <p className="wrap-anywhere whitespace-pre-wrap">{note}</p>}
      {isInForce && me && hasRightAt(me, member.brand, 'members.sanction') && (
        <Lift member={member} id={sanction.id} />
      )}
    </li>
  );
}

function Lift({ member, id }: { member: Place; id: string }) {
  const { t, i18n } = useTranslation(['sanctions', 'shell']);
  const refresh = useRefreshMembers();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [mistake, setMistake] = useState(false);
  const lift = useMutation({
    mutationFn: () => call(liftSanction, { ...member, id, mistake }),
    onSuccess: () => {
      setOpen(false);
      toast({ kind: 'success', text: t('history.lifted') });
    },
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    onSettled: refresh,
  });
  return (
    <div>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        {t('history.lift')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        closeLabel={t('shell:close')}
        title={t('history.liftTitle')}
        text={t('history.liftText')}
        actions={[
          {
            label: t('history.lift'),
            staysOpen: true,
            loading: lift.isPending,
            onClick: () => lift.mutate(),
          },
        ]}
      >
        <Checkbox
          label={t('history.mistake')}
          checked={mistake}
          onChange={({ target }) => setMistake(target.checked)}
        />
      </Dialog>
    </div>
  );
}
