import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ProfileKind } from '../../../../contract/kernel/fields.ts';
import { unblockPerson } from '../../../../contract/profile/blocks.ts';
import type { Person } from '../../../../contract/profile/people.ts';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { call } from '../../shell/api.ts';
import { explain } from '../../shell/explain.ts';
import { useMember } from '../../shell/session.ts';
import { useKindWords } from './kind-words.ts';
import { forgetPeople } from './known-people.ts';

/** As much of somebody as it takes to block or report them. */
export type Blockable = Pick<Person, 'id' | 'screenName'> & { kind: ProfileKind | null };

/** What follows a block: nobody sees them here any more, another page is shown, and it can be taken back. */
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
        forgetPeople(trackerId);
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
