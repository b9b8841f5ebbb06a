import { useTranslation } from 'react-i18next';
import { LongText } from '../../ui/long-text.tsx';

/** What an entry says beyond its action: names and values as they were written down. */
export function Details({ details }: { details: Record<string, unknown> }) {
  const { t } = useTranslation();
  return (
    <dl className="flex flex-wrap gap-x-3 gap-y-0.5 max-md:justify-end">
      {Object.entries(details).map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-1.5 text-xs">
          <dt className="font-mono text-muted">{name}</dt>
          <dd className="min-w-0">
            <LongText
              text={typeof value === 'string' ? value : JSON.stringify(value)}
              more={t('more')}
              less={t('less')}
              className="font-mono"
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
