import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { blockPerson } from '../../../../contract/profile/blocks.ts';
import { Dialog } from '../../../../packages/ui/dialog.tsx';
import { FormErrors } from '../../../../packages/ui/form-errors.tsx';
import { call } from '../../shell/api.ts';
import { explain } from '../../shell/explain.ts';
import { paths } from '../../shell/paths.ts';
import { useMember } from '../../shell/session.ts';
import { NamingText } from './kind-tag.tsx';
import { type Blockable, useLeaveBehind } from './use-leave-behind.ts';

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
