import { FileWarning } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BrandRow } from './brand-table.tsx';

/** What operators have not stated about their brands, and the legal pages that leave something out for that. */
export function MissingFacts({ brands }: { brands: readonly BrandRow[] }) {
  const { t } = useTranslation('overview');
  const lacking = brands.filter(({ missingFacts }) => missingFacts.length > 0);
  if (lacking.length === 0) return null;
  return (
    <section
      aria-labelledby="missing-facts"
      className="flex flex-col gap-3 rounded-card border border-warning-text bg-surface px-4 py-3.5"
    >
      <h2 id="missing-facts" className="flex items-center gap-2 text-base">
        <FileWarning aria-hidden="true" className="size-5 shrink-0 text-warning-text" />
        {t('facts.title')}
      </h2>
      <p className="text-sm text-muted">{t('facts.text')}</p>
      {lacking.map(({ key, title, missingFacts }) => (
        <div key={key}>
          <h3 className="text-sm font-semibold">{title}</h3>
          <ul className="list-disc pl-5 text-sm">
            {missingFacts.map(({ fact, pages }) => (
              <li key={fact}>
                {t(`facts.names.${fact}`)}{' '}
                <span className="text-muted">
                  (<code>{fact}</code>, {pages.join(', ')})
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
