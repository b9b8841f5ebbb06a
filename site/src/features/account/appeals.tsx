import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#client/clock.ts';
import { useDates } from '#client/dates.ts';
import { listOwnDecisions } from '#contract/moderation/appeals.ts';
import type { OwnAppeal, OwnRefusal, OwnSanctionDecision } from '#contract/moderation/appeals.ts';
import { call } from '#site/shell/api.ts';
import { useMember } from '#site/shell/session.ts';
import { Button } from '#ui/button.tsx';
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
