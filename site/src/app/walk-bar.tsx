import { Footprints } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#client/dates.ts';
import { walkEndsAt } from '#site/shell/walk.ts';

const noChange = () => () => undefined;

/** Says all along that there is no such member. */
export function WalkBar() {
  const { t, i18n } = useTranslation('shell');
  const endsAt = useSyncExternalStore(noChange, walkEndsAt, () => null);
  if (endsAt === null) return null;
  return (
    <p
      role="note"
      className="flex items-center justify-center gap-2 bg-highlight px-4 py-1.5 text-center text-xs leading-tight font-medium text-on-highlight"
    >
      <Footprints aria-hidden="true" className="size-4 shrink-0" />
      {t('walk', { time: formatDate(endsAt, i18n.language, { timeStyle: 'short' }) })}
    </p>
  );
}
