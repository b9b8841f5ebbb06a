import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../../../packages/ui/class-names.ts';
import { VisuallyHidden } from '../../../../../packages/ui/visually-hidden.tsx';

/** Words that have to be paid for. What stands behind the veil are other letters; the real ones never came here. */
export function BlurredWords({ text, className }: { text: string; className?: string | undefined }) {
  const { t } = useTranslation('chats');
  return (
    <span className={classNames('flex min-w-0 items-center gap-1.5', className)}>
      <LockKeyhole aria-hidden="true" className="size-4 shrink-0 text-accent-text" />
      <span aria-hidden="true" className="truncate px-0.5 blur-[4px] select-none">
        {text}
      </span>
      <VisuallyHidden>{t('locked')}</VisuallyHidden>
    </span>
  );
}
