import { useTranslation } from 'react-i18next';
import type { MailRow } from './use-mails.ts';

const tones: Record<MailRow['status'], string> = {
  queued: 'bg-soft text-ink',
  kept: 'bg-primary-soft text-on-primary-soft',
  sent: 'bg-success-soft text-on-success-soft',
  failed: 'bg-danger-soft text-on-danger-soft',
};

export function StatusTag({ status }: { status: MailRow['status'] }) {
  const { t } = useTranslation();
  return (
    <span
      className={`shrink-0 rounded-badge px-1.5 text-xs leading-5 font-medium whitespace-nowrap ${tones[status]}`}
    >
      {t(`mail.${status}`)}
    </span>
  );
}
