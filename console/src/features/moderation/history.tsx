import { useTranslation } from 'react-i18next';
import { Moment } from '#console/shell/format.tsx';
import { moderationKinds, verdicts } from '#contract/moderation/cases.ts';
import type { CaseHistory } from '#contract/moderation/cases.ts';

/** What moderators have said about the person before, and what others have reported. */
export function History({ history }: { history: CaseHistory }) {
  const { t } = useTranslation('moderation');
  const { memberSince, verdicts: past, reports } = history;
  return (
    <section aria-labelledby="history-title" className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 id="history-title" className="text-sm font-semibold">
        {t('history.title')}
      </h3>
      {memberSince !== null && (
        <p className="text-[0.8125rem] text-muted">
          {t('person.since')} <Moment at={memberSince} />
        </p>
      )}
      {past.length + reports.length === 0 && (
        <p className="text-[0.8125rem] text-muted">{t('history.none')}</p>
      )}
      <ul className="flex flex-col gap-1 text-[0.8125rem]">
        {past.map(({ kind, verdict, reason, at, by }) => (
          <Entry key={`${at} ${kind} ${verdict}`} at={at}>
            {kindWord(kind)}
            {verdictWord(verdict)}
            {reason && `: ${t(`refusals.${reason}`)}`}
            {by !== null && ` · ${by}`}
          </Entry>
        ))}
        {reports.map(({ reason, at, open }) => (
          <Entry key={`${at} ${reason}`} at={at}>
            {t('kind.report')}: {t(`report.reasons.${reason}`)} ·{' '}
            {t(open ? 'history.open' : 'history.closed')}
          </Entry>
        ))}
      </ul>
    </section>
  );

  function kindWord(name: string): string {
    const kind = moderationKinds.find((each) => each === name);
    return kind ? `${t(`kind.${kind}`)} ` : '';
  }

  function verdictWord(name: string): string {
    const verdict = verdicts.find((each) => each === name);
    return verdict ? t(`history.${verdict}`) : name;
  }
}

function Entry({ at, children }: { at: number; children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <Moment at={at} className="text-muted" />
    </li>
  );
}
