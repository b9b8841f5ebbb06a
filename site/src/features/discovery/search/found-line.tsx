import { type Ref } from 'react';
import { useTranslation } from 'react-i18next';

type FoundLineProps = { total: number; page: number; pages: number; ref: Ref<HTMLParagraphElement> };

/** How many there are, and where among them one is. Spoken when it changes, and the place to begin a new page from. */
export function FoundLine({ total, page, pages, ref }: FoundLineProps) {
  const { t } = useTranslation('find');
  const people = t('people', { count: total });
  return (
    <p ref={ref} tabIndex={-1} role="status" className="scroll-mt-48 text-muted outline-none">
      {pages > 1 ? t('pageOf', { people, page, pages }) : people}
    </p>
  );
}
