import { useTranslation } from 'react-i18next';
import { classNames } from '../../../../packages/ui/class-names.ts';

/** All conversations, or those with something unread. */
export function ListFilter({
  unreadOnly,
  onChange,
}: {
  unreadOnly: boolean;
  onChange: (unreadOnly: boolean) => void;
}) {
  const { t } = useTranslation('chats');
  const choice = (label: string, value: boolean) => (
    <button
      type="button"
      aria-pressed={unreadOnly === value}
      onClick={() => onChange(value)}
      className={classNames(
        'touch-target relative min-h-9 rounded-button px-3.5 text-sm font-semibold transition-colors',
        unreadOnly === value ? 'bg-inverse text-on-inverse' : 'text-muted hover:bg-soft hover:text-ink',
      )}
    >
      {label}
    </button>
  );
  return (
    <div role="group" aria-label={t('filter.label')} className="-ml-1 flex gap-1 py-1">
      {choice(t('filter.all'), false)}
      {choice(t('filter.unread'), true)}
    </div>
  );
}
