import { FileX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import type { listBrands } from '#contract/staff/staff.ts';

/** Brands that are not published because something is wrong with them, for the owner who can mend it. */
export function RefusedBrands({ refused }: { refused: ReplyOf<typeof listBrands>['refused'] }) {
  const { t } = useTranslation('overview');
  if (refused.length === 0) return null;
  return (
    <section
      aria-labelledby="refused-brands"
      className="flex flex-col gap-3 rounded-card border border-danger-text bg-surface px-4 py-3.5"
    >
      <h2 id="refused-brands" className="flex items-center gap-2 text-base">
        <FileX aria-hidden="true" className="size-5 shrink-0 text-danger-text" />
        {t('refused.title')}
      </h2>
      <p className="text-sm text-muted">{t('refused.text')}</p>
      {refused.map(({ name, reason }) => (
        <div key={name}>
          <h3 className="font-mono text-sm font-semibold">{name}</h3>
          <p className="text-sm wrap-anywhere whitespace-pre-wrap">{reason}</p>
        </div>
      ))}
    </section>
  );
}
