import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { serverNow } from '#client/clock.ts';
import { useDates } from '#client/dates.ts';
import { APPEAL_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { appealDecision, listOwnDecisions } from '#contract/moderation/appeals.ts';
import type { OwnAppeal, OwnRefusal, OwnSanctionDecision } from '#contract/moderation/appeals.ts';
import { call } from '#site/shell/api.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useToast } from '#ui/toast.tsx';
import { useAppealOverlay } from './appeal-overlay.ts';

/** What moderation has decided against the member and still counts. */
export function useDecisions() {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: [trackerId, 'decisions'],
    queryFn: ({ signal }) => call(listOwnDecisions, { trackerId }, { signal }),
    staleTime: 0,
  });
}

/** The refusal of something of the member's: the profile, its change, the review, or one photo by its id. */
export function useRefusal(what: OwnRefusal['what'], photoId?: string): OwnRefusal | undefined {
  return useDecisions().data?.refusals.find(
    (refusal) => refusal.what === what && (photoId === undefined || refusal.subjectId === photoId),
  );
}

type Appealable = Pick<OwnSanctionDecision, 'decisionId' | 'appealUntil' | 'appeal'>;

/** What has become of an appeal, or the way to make one. */
export function AppealState({ decision }: { decision: Appealable }) {
  const { t } = useTranslation('decisions');
  const { open } = useAppealOverlay();
  const { decisionId, appealUntil, appeal } = decision;
  if (appeal) return <AppealOutcome appeal={appeal} />;
  if (serverNow() > appealUntil) return <p className="text-sm">{t('appeal.over')}</p>;
  return (
    <Button size="sm" variant="secondary" onClick={() => open({ decisionId })}>
      {t('appeal.open')}
    </Button>
  );
}

const outcomes = { open: 'appeal.waiting', allowed: 'appeal.allowed', upheld: 'appeal.upheld' } as const;

export function AppealOutcome({ appeal }: { appeal: OwnAppeal }) {
  const { t } = useTranslation('decisions');
  const dates = useDates();
  return (
    <div role="status" className="space-y-1 text-sm">
      <p className="font-medium">{t(outcomes[appeal.status], { date: dates.day(appeal.at) })}</p>
      {appeal.answer !== '' && (
        <p className="whitespace-pre-line">{t('appeal.answer', { answer: appeal.answer })}</p>
      )}
    </div>
  );
}

/** Asks why a decision is wrong. It opens over whatever shows the decision. */
export function AppealDialog() {
  const { t } = useTranslation(['decisions', 'shell']);
  const { isOpen, props, close } = useAppealOverlay();
  const { trackerId } = useMember();
  const client = useQueryClient();
  const toast = useToast();
  const dates = useDates();
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const { data } = useDecisions();
  const decision = [...(data?.refusals ?? []), ...(data?.sanctions ?? [])].find(
    ({ decisionId }) => decisionId === props?.decisionId,
  );
  const send = async (text: string) => {
    if (!decision) return;
    setBusy(true);
    try {
      await call(appealDecision, { trackerId, decisionId: decision.decisionId, text });
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: [trackerId, 'decisions'] });
    }
    await close();
    toast({ kind: 'success', text: t('appeal.sent') });
  };
  return (
    <Dialog
      open={isOpen && decision !== undefined}
      onClose={() => void close()}
      closeLabel={t('shell:close')}
      title={t('appeal.open')}
      text={decision && t('appeal.text', { date: dates.day(decision.appealUntil) })}
      actions={[{ label: t('appeal.send'), form: formId, staysOpen: true, loading: busy }]}
    >
      <AppealForm formId={formId} onSend={send} />
    </Dialog>
  );
}

const schema = z.object({ text: z.string().trim().min(1, 'appeal.empty').max(APPEAL_MAX_LETTERS) });

/** The words of an appeal. The part around it has the button that submits it. */
export function AppealForm({ formId, onSend }: { formId: string; onSend: (text: string) => Promise<void> }) {
  const { t } = useTranslation(['decisions', 'errors']);
  const form = useSubmitForm({
    defaults: { text: '' },
    schema: async () => schema,
    submit: ({ text }) => onSend(text),
    fieldOf: { 'appeal.empty': 'text' },
  });
  return (
    <form id={formId} {...form.formProps} className="space-y-4">
      <TextArea
        {...form.field('text')}
        label={t('appeal.label')}
        required
        rows={5}
        maxLength={APPEAL_MAX_LETTERS}
        counter={t('appeal.counter', { letters: APPEAL_MAX_LETTERS - form.watch('text').length })}
      />
      <SubmitError refusal={form.refusal} />
    </form>
  );
}
