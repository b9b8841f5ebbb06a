import { Gavel } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#client/clock.ts';
import { useDates } from '#client/dates.ts';
import type { OwnSanctionDecision } from '#contract/moderation/appeals.ts';
import { sanctionReasonWords, sanctionWords } from '#site/shell/sanction-words.ts';
import { Notice } from '#ui/notice.tsx';
import { AppealState, useDecisions } from './appeals.tsx';

/** The sanctions that are in force, and those that can still be appealed against. */
export function SanctionNotices() {
  const { data } = useDecisions();
  const shown = data?.sanctions.filter(
    ({ endedAt, appealUntil }) => endedAt === null || serverNow() < appealUntil,
  );
  return shown?.map((sanction) => (
    <Notice
      key={sanction.decisionId}
      tone={sanction.kind === 'warning' ? 'warning' : 'danger'}
      icon={<Gavel aria-hidden="true" />}
      title={<SanctionTitle />}
      action={<AppealState decision={sanction} />}
    >
      <SanctionText sanction={sanction} />
    </Notice>
  ));
}

function SanctionTitle() {
  const { t } = useTranslation('decisions');
  return t('sanctions.title');
}

/** What a sanction means, until when, and why. */
export function SanctionText({ sanction }: { sanction: OwnSanctionDecision }) {
  const { t } = useTranslation('decisions');
  const dates = useDates();
  const { kind, until, reason, endedAt } = sanction;
  const words = kind === 'hide' && until !== null ? 'sanctions.hideUntil' : sanctionWords[kind];
  const isOver = endedAt !== null && kind !== 'warning';
  return (
    <>
      <p>
        {isOver
          ? t('sanctions.over', { date: dates.day(endedAt) })
          : t(words, { date: until === null ? '' : dates.time(until) })}
      </p>
      <p>{t('appeal.reason', { reason: t(sanctionReasonWords[reason]) })}</p>
    </>
  );
}
