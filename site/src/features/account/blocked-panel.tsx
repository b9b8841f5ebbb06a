import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import type { PanelProps } from '#client/overlays.ts';
import { blockPerson, listBlocks, unblockPerson } from '#contract/profile/blocks.ts';
import type { BlockedPerson } from '#contract/profile/blocks.ts';
import { forgetPeople } from '#site/features/people/person-data.ts';
import { KindTag, useKindWords, nameAndAge } from '#site/features/people/person-summary.tsx';
import { call } from '#site/shell/api.ts';
import { explain } from '#site/shell/explain.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { useMember } from '#site/shell/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { useToast } from '#ui/toast.tsx';

export function BlockedPanel(dialog: PanelProps) {
  const { t } = useTranslation(['profile', 'shell']);
  return (
    <Dialog {...dialog} closeLabel={t('shell:close')} title={t('blocked.title')} text={t('blocked.text')}>
      <BlockedList />
    </Dialog>
  );
}

/** Whom the member has blocked. Each can be let in again, and the other way round. */
export function BlockedList() {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const toast = useToast();
  const withKind = useKindWords();
  const blocks = useBlocks();
  const { mutate: change } = useChangeBlock();
  const failed = (error: unknown) => toast({ kind: 'danger', text: explain(error, i18n) });
  const unblock = (person: BlockedPerson) =>
    change(
      { person, block: false },
      {
        onError: failed,
        onSuccess: () =>
          toast({
            kind: 'success',
            text: withKind(t('blocked.undone', { name: person.screenName }), person.kind),
            action: {
              label: t('blocked.again'),
              onClick: () => change({ person, block: true }, { onError: failed }),
            },
          }),
      },
    );
  return (
    <Loaded query={blocks} skeleton={<RowSkeletons />}>
      {(list) =>
        list.length === 0 ? (
          <p className="rounded-field bg-soft p-4">{t('blocked.none')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {list.map((person) => (
              <BlockedRow key={person.profileId} person={person} onUnblock={() => unblock(person)} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function BlockedRow({ person, onUnblock }: { person: BlockedPerson; onUnblock: () => void }) {
  const { t } = useTranslation('profile');
  const dates = useDates();
  const { screenName, photo, kind, at } = person;
  return (
    <li className="flex items-center gap-3 py-3">
      <Avatar name={screenName} photo={photo ? { src: photo } : null} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{nameAndAge(person)}</p>
        <p className="text-sm text-muted">{t('blocked.since', { date: dates.day(at) })}</p>
        <KindTag kind={kind} className="mt-1.5" />
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('blocked.undoOne', { name: screenName })}
        onClick={onUnblock}
      >
        {t('blocked.undo')}
      </Button>
    </li>
  );
}

const blocksKey = (trackerId: string) => [trackerId, 'blocks'];

function useBlocks() {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: blocksKey(trackerId),
    queryFn: async ({ signal }) => (await call(listBlocks, { trackerId }, { signal })).blocked,
    staleTime: 0,
  });
}

/** Unblocks a person, or blocks them again. The list shows it at once. */
function useChangeBlock() {
  const { trackerId } = useMember();
  const client = useQueryClient();
  const queryKey = blocksKey(trackerId);
  return useMutation({
    mutationFn: ({ person: { profileId }, block }: { person: BlockedPerson; block: boolean }) =>
      block ? call(blockPerson, { trackerId, profileId }) : call(unblockPerson, { trackerId, profileId }),
    onMutate: async ({ person, block }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<BlockedPerson[]>(queryKey);
      const others = (list: BlockedPerson[]) => list.filter((one) => one.profileId !== person.profileId);
      client.setQueryData<BlockedPerson[]>(
        queryKey,
        (known) => known && (block ? [person, ...others(known)] : others(known)),
      );
      return { before };
    },
    onError: (_error, _change, kept) => client.setQueryData(queryKey, kept?.before),
    onSuccess: () => forgetPeople(trackerId),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
