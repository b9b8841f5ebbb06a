import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#site/shell/paths.ts';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';

/** What a step asks. The form moves the focus here when the step is shown. */
export function Question({ children, text }: { children: ReactNode; text?: ReactNode }) {
  return (
    <>
      <h2 data-question tabIndex={-1} className="text-2xl outline-none">
        {children}
      </h2>
      {text && <p className="mt-1 text-muted">{text}</p>}
    </>
  );
}

/** A form of two fields, with or without ticks, that is on its way: as tall as it will be. */
export function FormSkeleton({ ticks = false }: { ticks?: boolean }) {
  const { t } = useTranslation('shell');
  return (
    <Loading label={t('loading')} className="space-y-4">
      <Skeleton shape="card" className="h-14" />
      <Skeleton shape="card" className="h-19" />
      <Skeleton shape="card" className="h-19" />
      {ticks && <Skeleton shape="card" className="h-33" />}
      <Skeleton shape="card" className="h-13" />
    </Loading>
  );
}

/** The texts open beside the form, which stays as it is. */
export function TermsLabel() {
  const { t } = useTranslation('signup');
  const beside = <VisuallyHidden>{t('account.newTab')}</VisuallyHidden>;
  return (
    <>
      {t('account.accept')}{' '}
      <Link to={paths.legal('terms')} target="_blank">
        {t('account.terms')}
        {beside}
      </Link>{' '}
      {t('account.and')}{' '}
      <Link to={paths.legal('privacy')} target="_blank">
        {t('account.privacy')}
        {beside}
      </Link>
    </>
  );
}
