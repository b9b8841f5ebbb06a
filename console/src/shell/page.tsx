import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import { OfflineBar } from '#ui/page-states.tsx';
import type { Namespace, PageTitle } from './i18next.d.ts';
import type { PageName } from './paths.ts';
import { useWaitingCount } from './waiting.ts';

/** What the table of routes says of a page to those who show it. */
export interface RouteHandle {
  title: PageTitle | 'signIn.title' | 'invitation.page' | 'notFound.title';
  /** Opens inside another page, which goes on showing beside it. */
  within?: PageName;
}

/** The titles of all pages. */
export const usePageTitles = () => useTranslation<['shell', ...Namespace[]]>();

/** The title of the page at this address, as the table of routes names it. It is the tab's title too. */
export function usePageTitle(): string {
  const { t } = usePageTitles();
  const handle = useMatches().findLast((match) => match.handle)?.handle as RouteHandle | undefined;
  return handle ? t(handle.title) : t('product');
}

interface PageProps {
  /** Instead of the title of the page, which stays the tab's. */
  heading?: string;
  text?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with its heading. */
export function Page({ heading, text, actions, children }: PageProps) {
  const title = usePageTitle();
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-5 px-4 py-5 lg:px-8 lg:py-7">
      <TabTitle />
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="flex flex-col gap-1">
          <h1 tabIndex={-1} className="text-xl outline-none lg:text-2xl">
            {heading ?? title}
          </h1>
          {text && <p className="max-w-3xl text-sm text-muted">{text}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}

/** A page outside the frame, before the sign-in. */
export function BarePage({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <main className="flex min-h-dvh flex-col">
      <TabTitle />
      <OfflineBar text={t('offline.bar')} />
      <div className="m-auto flex w-full max-w-sm flex-col gap-8 px-5 py-10">
        <Wordmark />
        {children}
      </div>
    </main>
  );
}

/** Its heading, and what is to be done there. */
export function BareHeading({ title, text }: { title: string; text: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <h1 className="text-2xl">{title}</h1>
      <p className="text-muted">{text}</p>
    </div>
  );
}

/**
 * Names the tab, with how much waits, for users who look at another one. The document has its one title from the beginning,
 * and a second element would be no valid page.
 */
export function TabTitle() {
  const { t } = useTranslation();
  const waiting = useWaitingCount();
  const name = t('pageTitle', { title: usePageTitle() });
  const title = waiting ? `(${waiting.words}) ${name}` : name;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

export function Wordmark() {
  const { t } = useTranslation();
  return (
    <span className="flex items-center gap-2.5">
      <Mark />
      <span className="heading text-base leading-none">
        {t('product')} <span className="font-normal text-muted">{t('console')}</span>
      </span>
    </span>
  );
}

export function Mark() {
  return (
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
  );
}

/** The page's own nonce, as the server wrote it into the document. Browsers hide the attribute but not the property. */
export const cspNonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
