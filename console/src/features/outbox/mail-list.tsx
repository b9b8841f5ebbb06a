import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { Moment } from '../../ui/moment.tsx';
import { StatusTag } from './status-tag.tsx';
import type { MailRow } from './use-mails.ts';

export function MailList({ mails }: { mails: readonly MailRow[] }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  return (
    <ul aria-label={t('section.outbox')} className="divide-y divide-line border-b border-line">
      {mails.map(({ id, subject, to, brand, createdAt, status }) => (
        <li key={id}>
          <NavLink
            to={{ pathname: `/outbox/${id}`, search }}
            preventScrollReset
            className="flex flex-col gap-1 px-4 py-3 transition-colors -outline-offset-3 hover:bg-soft/60 aria-[current=page]:bg-soft aria-[current=page]:inset-shadow-[3px_0_0_var(--primary-line)]"
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="truncate font-semibold">{subject}</span>
              <Moment at={createdAt} className="shrink-0 text-xs text-muted" />
            </span>
            <span className="flex items-center justify-between gap-3 text-[13px] text-muted">
              <span className="truncate">{t('outbox.toOf', { to, brand })}</span>
              <StatusTag status={status} />
            </span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
