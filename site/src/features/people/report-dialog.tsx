import { useMutation } from '@tanstack/react-query';
import { HeartHandshake } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REPORT_MAX_LETTERS } from '../../../../contract/kernel/constants.ts';
import { type ReportReason, reportPerson } from '../../../../contract/moderation/reports.ts';
import { Checkbox } from '../../../../packages/ui/checkbox.tsx';
import { Dialog } from '../../../../packages/ui/dialog.tsx';
import { FormErrors } from '../../../../packages/ui/form-errors.tsx';
import { RadioCards } from '../../../../packages/ui/radio-cards.tsx';
import { TextArea } from '../../../../packages/ui/text-area.tsx';
import { call } from '../../shell/api.ts';
import { explain } from '../../shell/explain.ts';
import { paths } from '../../shell/paths.ts';
import { useMember } from '../../shell/session.ts';
import { type Blockable, useLeaveBehind } from './block-dialog.tsx';
import { NamingText } from './person-summary.tsx';

const reasons = [
  'fake',
  'rude',
  'money',
  'underage',
  'photo',
  'other',
] as const satisfies readonly ReportReason[];

type ReportDialogProps = {
  person: Blockable;
  open: boolean;
  onClose: () => void;
  /** Which page is shown after a block. */
  leadsTo?: string;
  /** Whether there are messages that may go along as evidence. */
  hasMessages?: boolean;
};

/** Tells our people that something is wrong. What was written stays until it has arrived. */
export function ReportDialog({
  person,
  open,
  onClose,
  leadsTo = paths.find,
  hasMessages = false,
}: ReportDialogProps) {
  const { t, i18n } = useTranslation(['person', 'shell', 'errors']);
  const { trackerId } = useMember();
  const leaveBehind = useLeaveBehind(person, leadsTo);
  const form = useId();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [text, setText] = useState('');
  const [block, setBlock] = useState(true);
  const [withMessages, setWithMessages] = useState(hasMessages);
  const [asked, setAsked] = useState(false);
  const send = useMutation({
    mutationFn: (chosen: ReportReason) =>
      call(reportPerson, {
        trackerId,
        profileId: person.id,
        reason: chosen,
        text: text.trim(),
        block,
        withMessages,
      }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (reason && !send.isPending) send.mutate(reason);
  };
  const finish = () => {
    if (send.isSuccess && block) leaveBehind();
    else onClose();
  };
  const forget = () => {
    if (!send.isSuccess) return;
    send.reset();
    setReason(null);
    setText('');
    setAsked(false);
  };
  const name = person.screenName;
  if (send.isSuccess) {
    return (
      <Dialog
        open={open}
        onClose={finish}
        onClosed={forget}
        closeLabel={t('shell:close')}
        picture={<HeartHandshake aria-hidden="true" className="size-12 text-accent-text" strokeWidth={1.5} />}
        title={t('report.thanks')}
        text={block ? t('report.thanksBlocked') : t('report.thanksText')}
        actions={[{ label: t('report.close') }]}
      />
    );
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t('report.title')}
      text={<NamingText text={t('report.text', { name })} kind={person.kind} />}
      actions={[{ label: t('report.submit'), form, loading: send.isPending }]}
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-5">
        {send.error && <FormErrors title={explain(send.error, i18n)} />}
        <RadioCards
          label={t('report.reason')}
          name="reason"
          columns={1}
          required
          options={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          value={reason}
          onChange={setReason}
          error={asked && !reason ? t('report.missing') : undefined}
        />
        <TextArea
          label={t('report.words')}
          hint={t('report.wordsHint')}
          value={text}
          maxLength={REPORT_MAX_LETTERS}
          counter={t('report.left', { used: text.length, most: REPORT_MAX_LETTERS })}
          onChange={(event) => setText(event.target.value)}
        />
        {hasMessages && (
          <Checkbox
            label={t('report.withMessages')}
            hint={t('report.withMessagesHint')}
            checked={withMessages}
            onChange={(event) => setWithMessages(event.target.checked)}
          />
        )}
        <Checkbox
          label={t('report.block', { name })}
          checked={block}
          onChange={(event) => setBlock(event.target.checked)}
        />
      </form>
    </Dialog>
  );
}
