import { Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../../../packages/ui/class-names.ts';
import { VisuallyHidden } from '../../../../../packages/ui/visually-hidden.tsx';
import { useMember } from '../../../shell/session.ts';

/** How many likes are left to those whom they cost something. */
export function LikesLeft({ className }: { className?: string }) {
  const { t } = useTranslation('match');
  const { likeCredits, entitlements } = useMember();
  if (entitlements.likeCost === 0) return null;
  return (
    <p
      title={t('likesLeft', { count: likeCredits })}
      className={classNames(
        'inline-flex h-8 items-center gap-1.5 rounded-badge bg-soft px-3 text-sm font-bold tabular-nums',
        className,
      )}
    >
      <Heart aria-hidden="true" className="size-4 fill-current text-like" />
      <span aria-hidden="true">{likeCredits}</span>
      <VisuallyHidden>{t('likesLeft', { count: likeCredits })}</VisuallyHidden>
    </p>
  );
}
