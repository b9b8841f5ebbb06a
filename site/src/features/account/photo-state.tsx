import type { TFunction } from 'i18next';
import { Check, Hourglass, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OwnPhoto } from '#contract/account/user.ts';
import { Tag } from '#ui/badge.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';

/** Where a photo stands after it was moved. */
export function movedWords(t: TFunction<'profile'>, position: number): string {
  return position === 0 ? t('photos.madeFirst') : t('photos.moved', { number: position + 1 });
}

const looks = {
  pending: { tone: 'warning', Icon: Hourglass, words: 'photos.pending' },
  approved: { tone: 'success', Icon: Check, words: 'photos.approved' },
  rejected: { tone: 'danger', Icon: X, words: 'photos.rejected' },
} as const;

/** What moderation says of a photo; on a small one by its sign alone. */
export function PhotoStateTag({ status, small = false }: { status: OwnPhoto['status']; small?: boolean }) {
  const { t } = useTranslation('profile');
  const { tone, Icon, words } = looks[status];
  return (
    <Tag tone={tone} icon={<Icon aria-hidden="true" className="size-3.5 shrink-0" />}>
      {small ? <VisuallyHidden>{t(words)}</VisuallyHidden> : t(words)}
    </Tag>
  );
}
