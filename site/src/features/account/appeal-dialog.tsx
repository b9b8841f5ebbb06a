import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import { appealDecision } from '#contract/moderation/appeals.ts';
import { call } from '#site/shell/api.ts';
import { useMember } from '#site/shell/session.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useToast } from '#ui/toast.tsx';
import { AppealForm } from './appeal-form.tsx';
import { useAppealOverlay } from './appeal-overlay.ts';
import { useDecisions } from './appeals.tsx';

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
