import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '#console/shell/api.ts';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { Loaded } from '#console/shell/loaded.tsx';
import { HANDOVER_NOTE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { writing } from '#contract/kernel/text.ts';
import { listHosts, transferConversation } from '#contract/staff/chat.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useToast } from '#ui/toast.tsx';
import { type Place, conversationKey } from './conversation-data.ts';
import { queueKey } from './queue-data.ts';

interface TransferDialogProps {
  place: Place;
  open: boolean;
  onClose: () => void;
  onTransferred: () => void;
}

/** Leaves the conversation to another host of the brand. */
export function TransferDialog({ place, open, onClose, onTransferred }: TransferDialogProps) {
  const { t } = useTranslation(['conversations', 'shell']);
  const hosts = useQuery({
    queryKey: ['hosts', place.brand, place.id],
    queryFn: async ({ signal }) => {
      const of = { brand: place.brand, conversation: place.id };
      return (await call(listHosts, of, { signal })).hosts;
    },
    enabled: open,
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t('transfer.title')}
      text={t('transfer.text')}
    >
      <Loaded query={hosts} skeleton={<SkeletonText lines={3} />}>
        {(others) =>
          others.length === 0 ? (
            <p className="text-muted">{t('transfer.noHosts')}</p>
          ) : (
            <TransferForm place={place} hosts={others} onClose={onClose} onTransferred={onTransferred} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

const schema = z.object({ to: z.uuid(), note: writing(HANDOVER_NOTE_MAX_LETTERS) });

interface TransferFormProps extends Pick<TransferDialogProps, 'place' | 'onClose' | 'onTransferred'> {
  hosts: readonly { staffId: string; name: string }[];
}

function TransferForm({ place, hosts, onClose, onTransferred }: TransferFormProps) {
  const { t } = useTranslation(['conversations', 'shell']);
  const client = useQueryClient();
  const toast = useToast();
  const form = useSubmitForm({
    defaults: { to: '', note: '' },
    schema: async () => schema,
    words: { to: t('transfer.toMissing') },
    async submit({ to, note }) {
      await call(transferConversation, { ...place, to, note });
      onTransferred();
      const name = hosts.find(({ staffId }) => staffId === to)?.name ?? '';
      toast({ kind: 'success', text: t('transfer.done', { name }) });
      await client.invalidateQueries({ queryKey: conversationKey(place) });
      await client.invalidateQueries({ queryKey: queueKey });
      onClose();
    },
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <SelectField
        {...form.field('to')}
        label={t('transfer.to')}
        placeholder={t('transfer.choose')}
        options={hosts.map(({ staffId, name }) => ({ value: staffId, label: name }))}
      />
      <TextArea
        {...form.field('note')}
        label={t('transfer.note')}
        hint={t('transfer.noteHint')}
        maxLength={HANDOVER_NOTE_MAX_LETTERS}
        rows={3}
      />
      <Button type="submit" loading={form.busy}>
        {t('transfer.button')}
      </Button>
    </form>
  );
}
