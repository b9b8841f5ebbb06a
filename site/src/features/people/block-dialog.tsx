import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import { blockPerson, unblockPerson } from '#contract/profile/blocks.ts';
import type { Person } from '#contract/profile/people.ts';
import { call } from '#site/shell/api.ts';
import { explain } from '#site/shell/explain.ts';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { Dialog } from '#ui/dialog.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { useToast } from '#ui/toast.tsx';
import { forgetPeople } from './person-data.ts';
import { NamingText, useKindWords } from './person-summary.tsx';

type BlockDialogProps = {
  person: Blockable;
  open: boolean;
  onClose: () => void;
  /** Which page is shown afterwards. */
  leadsTo?: string;
};

/** Says what a block means before it happens. */
export function BlockDialog({ person, open, onClose, leadsTo = paths.find }: BlockDialogProps) {
  const { t, i18n } = useTranslation(['person', 'shell', 'errors']);
  const { trackerId } = useMember();
  const leaveBehind = useLeaveBehind(person, leadsTo);
  const name = person.screenName;
  const block = useMutation({
    mutationFn: () => call(blockPerson, { trackerId, profileId: person.id }),
    onSuccess: leaveBehind,
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={block.reset}
      closeLabel={t('shell:close')}
      title={t('block.title', { name })}
      text={<NamingText text={t('block.text', { name })} kind={person.kind} />}
      actions={[
        {
          label: t('block.submit'),
          kind: 'danger',
          staysOpen: true,
          loading: block.isPending,
          onClick: () => block.mutate(),
        },
        { label: t('block.cancel') },
      ]}
    >
      {block.error && <FormErrors title={explain(block.error, i18n)} />}
    </Dialog>
  );
}

/** As much of a person as it takes to block or report them. */
export type Blockable = Pick<Person, 'id' | 'screenName'> & { kind: ProfileKind | null };

/** What follows a block: the person is shown nowhere any more, another page is shown, and it can be taken back. */
export function useLeaveBehind({ id, screenName: name, kind }: Blockable, leadsTo: string): () => void {
  const { t, i18n } = useTranslation(['person', 'shell', 'errors']);
  const { trackerId } = useMember();
  const navigate = useNavigate();
  const toast = useToast();
  const withKind = useKindWords();
  return useCallback(() => {
    const undo = async () => {
      try {
        await call(unblockPerson, { trackerId, profileId: id });
        forgetPeople(trackerId, id);
        toast({ kind: 'success', text: withKind(t('block.undone', { name }), kind) });
      } catch (error) {
        toast({ kind: 'danger', text: explain(error, i18n) });
      }
    };
    // In the place of the dialog: Back must not open it again.
    void navigate(leadsTo, { replace: true });
    forgetPeople(trackerId);
    toast({
      text: withKind(t('block.done', { name }), kind),
      action: { label: t('block.undo'), onClick: () => void undo() },
    });
  }, [t, i18n, trackerId, id, name, kind, withKind, leadsTo, navigate, toast]);
}
