import { ScanFace } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';

/** Beside a name: the first photo was compared with its owner. The person's page says in words what that means. */
export function PhotoVerifiedMark({ className }: { className?: string }) {
  const { t } = useTranslation('people');
  return (
    <span title={t('photoVerified')} className={classNames('ml-1 inline-block align-[-0.15em]', className)}>
      <ScanFace aria-hidden="true" className="size-[1.1em] text-success-text" />
      <VisuallyHidden>{t('photoVerified')}</VisuallyHidden>
    </span>
  );
}

/** The same in words, where there is room for them. */
export function PhotoVerifiedTag() {
  const { t } = useTranslation('people');
  return (
    <Tag tone="success" icon={<ScanFace aria-hidden="true" className="size-4" />}>
      {t('photoVerified')}
    </Tag>
  );
}
