import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface PageProps {
  title: string;
  text?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, text, actions, children }: PageProps) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-5 px-4 py-5 lg:px-8 lg:py-7">
      <title>{t('pageTitle', { title })}</title>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="flex flex-col gap-1">
          <h1 tabIndex={-1} className="text-xl outline-none lg:text-2xl">
            {title}
          </h1>
          {text && <p className="max-w-3xl text-sm text-muted">{text}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}
