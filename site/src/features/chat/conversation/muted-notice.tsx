import { Gavel } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import type { OwnSanctionDecision } from '#contract/moderation/appeals.ts';
import { AppealState, useDecisions } from '#site/features/account/appeals.tsx';
import { SanctionText } from '#site/features/account/sanction-notices.tsx';
import { paths } from '#site/shell/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/** In the place of the input: until when the member can't write, why, and what can be said against it. */
export function MutedNotice({ until }: { until: number }) {
  const { t } = useTranslation(['decisions', 'errors']);
  const dates = useDates();
  const decisions = useDecisions();
  const sanction = decisions.data && longestMute(decisions.data.sanctions);
  return (
    <Notice
      tone="danger"
      icon={<Gavel aria-hidden="true" />}
      title={t('sanctions.title')}
      action={
        sanction ? (
          <AppealState decision={sanction} />
        ) : (
          // What could not be asked for here is asked for there again.
          decisions.isError && (
            <ButtonLink to={paths.profile()} size="sm" variant="secondary">
              {t('sanctions.toProfile')}
            </ButtonLink>
          )
        )
      }
    >
      {sanction ? <SanctionText sanction={sanction} /> : t('sanctions.mute', { date: dates.time(until) })}
    </Notice>
  );
}

/** Of several that are in force, the member waits for the one that ends last. */
function longestMute(sanctions: readonly OwnSanctionDecision[]): OwnSanctionDecision | undefined {
  return sanctions
    .filter(({ kind, endedAt }) => kind === 'mute' && endedAt === null)
    .toSorted((a, b) => (b.until ?? 0) - (a.until ?? 0))[0];
}
