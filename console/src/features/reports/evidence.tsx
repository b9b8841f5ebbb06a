import { useTranslation } from 'react-i18next';
import { Moment } from '../../ui/moment.tsx';
import type { Report } from './use-reports.ts';

/** What was said between the two, for whoever wants to read it. */
export function Evidence({ messages }: Pick<Report, 'messages'>) {
  const { t } = useTranslation();
  if (messages.length === 0) return null;
  return (
    <details className="mt-2">
      <summary className="relative touch-target w-fit cursor-pointer text-xs font-medium text-primary-text underline underline-offset-2">
        {t('reports.messages', { count: messages.length })}
      </summary>
      <ol className="mt-2 flex max-h-72 flex-col gap-2 overflow-y-auto pe-2">
        {messages.map(({ id, from, text, at, hasPhoto }) => (
          <li key={id} className="text-sm">
            <span className="block text-xs text-muted">
              {t(from === 'reported' ? 'reports.from.reported' : 'reports.from.reporter')} ·{' '}
              <Moment at={at} />
            </span>
            <span className="block wrap-anywhere whitespace-pre-wrap">{text}</span>
            {hasPhoto && <span className="block text-xs text-muted">{t('reports.photo')}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
