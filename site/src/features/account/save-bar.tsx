import { useTranslation } from 'react-i18next';
import { Button } from '../../../../packages/ui/button.tsx';

type SaveBarProps = { saving: boolean; onDiscard: () => void };

/** Stays in sight while the form has something to save. */
export function SaveBar({ saving, onDiscard }: SaveBarProps) {
  const { t } = useTranslation('profile');
  return (
    <div className="sticky bottom-[calc(var(--bottom-menu)+var(--notice)+env(safe-area-inset-bottom)+0.5rem)] z-20 sm:bottom-[calc(var(--notice)+1rem)]">
      <div className="-mx-2 flex animate-rise flex-wrap items-center gap-x-3 gap-y-2 rounded-card edge bg-raised p-3 shadow-raised sm:-mx-3 sm:pl-5">
        <p aria-hidden="true" className="mr-auto text-sm text-muted max-sm:hidden">
          {t('about.unsaved')}
        </p>
        <Button variant="ghost" disabled={saving} onClick={onDiscard}>
          {t('about.discard')}
        </Button>
        <Button type="submit" loading={saving} className="max-sm:flex-1">
          {t('about.save')}
        </Button>
      </div>
    </div>
  );
}
