import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, Eye, Pause, Power, UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import { call, explain } from '#console/shell/api.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { changeHouseProfiles } from '#contract/staff/house-profiles.ts';
import type { HouseProfileSummary } from '#contract/staff/house-profiles.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { profilesKey, useTeams } from './profiles-data.ts';

interface BulkActsProps {
  brand: string;
  selected: readonly HouseProfileSummary[];
  onDone: () => void;
}

type Outcome = ReplyOf<typeof changeHouseProfiles>;
type Change = { act: 'show' | 'pause' | 'retire' } | { act: 'team'; teamId: string | null };

/** The contract takes so many at a time. */
const AT_ONCE = 200;

/** What can be done with several profiles together. */
export function BulkActs({ brand, selected, onDone }: BulkActsProps) {
  const { t, i18n } = useTranslation(['profiles', 'errors', 'shell']);
  const toast = useToast();
  const client = useQueryClient();
  const retire = useOverlay('retire-profiles', { endsWithPage: true });
  const team = useOverlay('team-of-profiles', { endsWithPage: true });
  const copy = useOverlay('copy-profiles', { endsWithPage: true });
  const change = useMutation({
    mutationFn: (wanted: Change) => changeAll(brand, selected, wanted),
    async onSuccess({ done, failed }, wanted) {
      // The selection goes with this part of the page, which must not leave an entry in the history behind.
      await Promise.all([retire.close(), team.close()]);
      if (done.length > 0)
        toast({ kind: 'success', text: t(`bulk.done.${wanted.act}`, { count: done.length }) });
      const [first] = failed;
      if (!first) return onDone();
      const name = selected.find(({ id }) => id === first.id)?.screenName ?? '';
      const reason = t(first.reason, { ns: 'errors' });
      toast({ kind: 'danger', text: t('bulk.failed', { count: failed.length, name, reason }) });
    },
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    onSettled: () => client.invalidateQueries({ queryKey: profilesKey }),
  });
  const button = (act: 'show' | 'pause', icon: ReactNode) => (
    <Button
      size="sm"
      variant="ghost"
      icon={icon}
      loading={change.isPending && change.variables.act === act}
      onClick={() => change.mutate({ act })}
    >
      {t(`act.${act}`)}
    </Button>
  );
  return (
    <>
      {button('show', <Eye aria-hidden className="size-4" />)}
      {button('pause', <Pause aria-hidden className="size-4" />)}
      <Button
        size="sm"
        variant="ghost"
        icon={<UsersRound aria-hidden className="size-4" />}
        onClick={() => team.open(true)}
      >
        {t('act.team')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        icon={<Copy aria-hidden className="size-4" />}
        onClick={() => copy.open(true)}
      >
        {t('act.duplicate')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        icon={<Power aria-hidden className="size-4" />}
        onClick={() => retire.open(true)}
      >
        {t('act.retire')}
      </Button>
      <Confirm
        open={retire.isOpen}
        danger
        title={t('retire.title', { count: selected.length })}
        text={t('retire.text')}
        action={t('act.retire')}
        cancel={t('shell:cancel')}
        busy={change.isPending}
        onConfirm={() => change.mutate({ act: 'retire' })}
        onClose={() => void retire.close()}
      />
      <Dialog
        open={team.isOpen}
        onClose={() => void team.close()}
        closeLabel={t('shell:close')}
        title={t('teamOf.title', { count: selected.length })}
        text={t('teamOf.text')}
      >
        <TeamChoice
          brand={brand}
          busy={change.isPending}
          onChoose={(teamId) => change.mutate({ act: 'team', teamId })}
        />
      </Dialog>
      <DuplicateDialog
        brand={brand}
        profiles={selected}
        open={copy.isOpen}
        onClose={copy.close}
        onDone={onDone}
      />
    </>
  );
}

async function changeAll(
  brand: string,
  selected: readonly HouseProfileSummary[],
  wanted: Change,
): Promise<Outcome> {
  const ids = selected.map(({ id }) => id);
  const all: Outcome = { done: [], failed: [] };
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    // One part after the other, so that what was done is known should one of them fail.
    // oxlint-disable-next-line no-await-in-loop
    const part = await call(changeHouseProfiles, { brand, ids: ids.slice(from, from + AT_ONCE), ...wanted });
    all.done.push(...part.done);
    all.failed.push(...part.failed);
  }
  return all;
}

interface TeamChoiceProps {
  brand: string;
  busy: boolean;
  onChoose: (teamId: string | null) => void;
}

function TeamChoice({ brand, busy, onChoose }: TeamChoiceProps) {
  const { t } = useTranslation('profiles');
  const { data } = useTeams(brand);
  const [chosen, choose] = useState('');
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onChoose(chosen || null);
      }}
    >
      <SelectField
        label={t('filter.team')}
        value={chosen}
        onChange={({ target }) => choose(target.value)}
        options={[
          { value: '', label: t('allHosts') },
          ...(data?.teams ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Button type="submit" wide loading={busy}>
        {t('teamOf.action')}
      </Button>
    </form>
  );
}
