import { useTranslation } from 'react-i18next';

export function Wordmark() {
  const { t } = useTranslation();
  return (
    <span className="flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" aria-hidden className="size-7 shrink-0">
        <rect width="32" height="32" rx="8" className="fill-primary-fill" />
        <path
          d="M21.6 11.2c-1-2-3-3.1-5.5-3.1-3.2 0-5.4 1.7-5.4 4.2 0 5.8 10.6 2.9 10.6 7.6 0 2.2-2.1 3.9-5.3 3.9-2.7 0-4.9-1.3-5.8-3.5"
          fill="none"
          strokeWidth="2.6"
          strokeLinecap="round"
          className="stroke-on-primary"
        />
      </svg>
      <span className="heading text-base leading-none">
        {t('product')} <span className="font-normal text-muted">{t('console')}</span>
      </span>
    </span>
  );
}
