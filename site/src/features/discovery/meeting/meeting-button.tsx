import { SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import { AGE_MAX, AGE_MIN } from '#contract/kernel/constants.ts';
import { usePreferences } from '#site/features/people/preferences-data.ts';
import { lazyOverlay } from '#site/shell/lazy-part.tsx';
import { useMember } from '#site/shell/session.ts';
import { Button } from '#ui/button.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';

const MeetingSheet = lazyOverlay(async () => (await import('./meeting-sheet.tsx')).MeetingSheet);

/** Says in a word or two whom one meets, as "Milano · 20 km · 28–42", and opens the filters. */
export function MeetingButton({ region, onSaved }: { region: string | null; onSaved: () => void }) {
  const { t } = useTranslation('meeting');
  const city = useMember((me) => me.city);
  const { data } = usePreferences();
  const sheet = useOverlay('meeting');
  const { ageFrom = null, ageTo = null, distance = null } = data ?? {};
  const chosen = [
    distance !== null && t('kilometres', { count: distance }),
    (ageFrom !== null || ageTo !== null) && t('ages', { from: ageFrom ?? AGE_MIN, to: ageTo ?? AGE_MAX }),
  ].filter(Boolean);
  const words = [region === null ? null : (city ?? region), ...chosen].filter(Boolean);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<SlidersHorizontal aria-hidden="true" className="size-4 shrink-0 text-muted" />}
        onClick={() => sheet.open(true)}
        className="min-h-11 min-w-0"
      >
        {chosen.length > 0 && <VisuallyHidden>{t('open')} </VisuallyHidden>}
        <span className="truncate">{chosen.length > 0 ? words.join(' · ') : t('open')}</span>
      </Button>
      <MeetingSheet
        region={region}
        open={sheet.isOpen}
        onClose={() => void sheet.close()}
        onSaved={onSaved}
      />
    </>
  );
}
