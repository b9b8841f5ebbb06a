import { HeartHandshake } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REPORT_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { type ReportReason, reportPerson } from '#contract/moderation/reports.ts';
import { call } from '#site/shell/api.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { TextArea } from '#ui/text-area.tsx';
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

const schema = reportPerson.body.omit({ profileId: true });

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
  const { t } = useTranslation(['person', 'shell']);
  const { trackerId } = useMember();
  const leaveBehind = useLeaveBehind(person, leadsTo);
  const formId = useId();
  const [sent, setSent] = useState(false);
  const form = useSubmitForm({
    defaults: { reason: null as ReportReason | null, text: '', block: true, withMessages: hasMessages },
    schema: async () => schema,
    async submit(typed) {
      await call(reportPerson, { trackerId, profileId: person.id, ...typed });
      setSent(true);
    },
    words: { reason: () => t('report.missing') },
  });
  const block = form.watch('block');
  const finish = () => {
    if (sent && block) leaveBehind();
    else onClose();
  };
  const forget = () => {
    if (!sent) return;
    setSent(false);
    form.reset();
  };
  const name = person.screenName;
  if (sent) {
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
      actions={[{ label: t('report.submit'), form: formId, loading: form.busy }]}
    >
      <form id={formId} {...form.formProps} className="space-y-5">
        <RadioCards
          {...form.control('reason')}
          label={t('report.reason')}
          columns={1}
          required
          options={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        />
        <TextArea
          {...form.field('text')}
          label={t('report.words')}
          hint={t('report.wordsHint')}
          maxLength={REPORT_MAX_LETTERS}
          counter={t('report.left', { used: form.watch('text').length, most: REPORT_MAX_LETTERS })}
        />
        {hasMessages && (
          <Checkbox
            {...form.field('withMessages')}
            label={t('report.withMessages')}
            hint={t('report.withMessagesHint')}
          />
        )}
        <Checkbox {...form.field('block')} label={t('report.block', { name })} />
        <SubmitError refusal={form.refusal} />
      </form>
    </Dialog>
  );
}
