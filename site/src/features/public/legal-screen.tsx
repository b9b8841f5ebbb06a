import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { formatDate } from '#client/dates.ts';
import { useQueryClientOfPage } from '#client/query-client.ts';
import {
  LEGAL_PAGES,
  type LegalPage,
  dayOfEdition,
  listLegalVersions,
  readLegalText,
} from '#contract/brand/legal.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { call } from '#site/shell/api.ts';
import { useShell } from '#site/shell/boot.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { usePageData } from '#site/shell/page-data.ts';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { SkeletonText } from '#ui/skeleton.tsx';
import { StoredItems } from './stored-items.tsx';

const linkLook = '[&_a]:text-primary-text [&_a]:underline [&_a]:underline-offset-4';
const look = [
  'space-y-9 wrap-anywhere [&>p]:mt-3 [&>p]:text-muted',
  '[&_h2]:scroll-mt-24 [&_h2]:text-xl [&_h2]:text-ink',
  '[&_section>*+*]:mt-3 [&_section>*+h2]:mt-9 [&_ul]:list-disc [&_ul]:space-y-1.5 [&_ul]:pl-[1.25rem]',
  '[&_ins]:bg-success-soft [&_ins]:text-on-success-soft [&_ins_a]:text-on-success-soft [&_ins]:decoration-success-text [&_ins]:underline-offset-4',
  '[&_del]:text-muted [&_del]:decoration-danger-text',
  linkLook,
].join(' ');

/** What the address asks for: the text in force, an older version, or what has changed since one. */
interface Wanted {
  version?: string;
  since?: string;
}

/** A text that people may have to accept, with its versions. The server has made it from its own words. */
export function LegalScreen() {
  const { title } = useCurrentRoute();
  const { pathname } = useLocation();
  const page = LEGAL_PAGES.find((name) => pathname.startsWith(paths.legal(name))) ?? 'faq';
  const wanted = useWanted();
  const text = useLegalText(page, wanted);
  const followLinks = useLinksInText();
  useJumpToAnchor(text.data !== undefined);
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-8 sm:py-14">
      <PageHeading>{title}</PageHeading>
      <Loaded query={text} skeleton={<SkeletonText lines={14} className="mt-6" />}>
        {(html) => <div className={look} ref={followLinks} dangerouslySetInnerHTML={{ __html: html }} />}
      </Loaded>
      {page === 'cookie' && <StoredItems />}
      {page === 'features' && <TrustLink />}
      <Versions page={page} wanted={wanted} />
    </div>
  );
}

function Versions({ page, wanted }: { page: LegalPage; wanted: Wanted }) {
  const { t, i18n } = useTranslation('legal');
  const { data } = useVersions(page);
  const [newest, ...older] = data?.versions ?? [];
  if (newest === undefined || older.length === 0) return null;
  const dateOf = (version: string) =>
    formatDate(Date.parse(dayOfEdition(version)), i18n.language, { dateStyle: 'long', timeZone: 'UTC' });
  const shown = wanted.version ?? wanted.since;
  return (
    <nav
      aria-labelledby="versions"
      className={`mt-12 border-t-(length:--stroke) border-line pt-6 ${linkLook}`}
    >
      <h2 id="versions" className="text-lg">
        {t('versions.title')}
      </h2>
      <ul className="mt-2 text-[0.9375rem]">
        <li className="flex min-h-11 flex-wrap items-center gap-x-5">
          <time dateTime={dayOfEdition(newest)}>{dateOf(newest)}</time>
          {shown === undefined ? (
            <span className="text-muted">{t('versions.inForce')}</span>
          ) : (
            <Link to={paths.legal(page)} className="inline-flex min-h-11 items-center">
              {t('versions.back')}
            </Link>
          )}
        </li>
        {older.map((version) => (
          <li key={version} className="flex min-h-11 flex-wrap items-center gap-x-5">
            <time dateTime={dayOfEdition(version)}>{dateOf(version)}</time>
            <Link
              to={`${paths.legal(page)}?version=${version}`}
              aria-label={t('versions.readLabel', { date: dateOf(version) })}
              aria-current={wanted.version === version ? 'page' : undefined}
              className="inline-flex min-h-11 items-center"
            >
              {t('versions.read')}
            </Link>
            <Link
              to={`${paths.legal(page)}?since=${version}`}
              aria-label={t('versions.changesLabel', { date: dateOf(version) })}
              aria-current={wanted.since === version ? 'page' : undefined}
              className="inline-flex min-h-11 items-center"
            >
              {t('versions.changes')}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const never = () => () => {};

/** Pages are made without what follows the question mark, so the first picture is that of the text in force. */
function useWanted(): Wanted {
  const [query] = useSearchParams();
  const isLive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isLive) return {};
  const version = query.get('version');
  const since = query.get('since');
  return { ...(version !== null && { version }), ...(since !== null && { since }) };
}

/** The text above says how it works; how well it does stands there. */
function TrustLink() {
  const { t } = useTranslation('legal');
  return (
    <p className={`mt-9 ${linkLook}`}>
      <Link to={paths.trust} className="inline-flex min-h-11 items-center font-semibold">
        {t('figures')}
      </Link>
    </p>
  );
}

/** What was in force when, at this brand. */
function useVersions(page: LegalPage) {
  const { legal } = usePageData();
  return useQuery(
    {
      queryKey: ['legal', page, 'versions'],
      queryFn: ({ signal }) => call(listLegalVersions, { page }, { signal }),
      staleTime: Infinity,
      ...(legal?.page === page ? { initialData: { versions: legal.versions } } : {}),
    },
    useQueryClientOfPage(),
  );
}

function useLegalText(page: LegalPage, wanted: Wanted) {
  const { legal } = usePageData();
  const { brand, language: usual } = useShell();
  const { i18n } = useTranslation();
  const language = LANGUAGES.find((known) => known === i18n.language) ?? usual;
  const isInForce = wanted.version === undefined && wanted.since === undefined;
  return useQuery(
    {
      queryKey: ['legal', page, language, wanted],
      queryFn: ({ signal }) =>
        call(readLegalText, { page, language, domain: brand.domain, ...wanted }, { signal }),
      staleTime: Infinity,
      ...(isInForce && legal?.page === page && language === usual ? { initialData: legal.html } : {}),
    },
    useQueryClientOfPage(),
  );
}

/** Links inside the text to pages of ours are followed without loading the site again. */
function useLinksInText() {
  const navigate = useNavigate();
  return useCallback(
    (text: HTMLElement | null) => {
      const follow = (event: MouseEvent) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null;
        const address = link?.getAttribute('href');
        if (!address?.startsWith('/') || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(address);
      };
      text?.addEventListener('click', follow);
      return () => text?.removeEventListener('click', follow);
    },
    [navigate],
  );
}

/** A text that comes late is not there yet when the browser looks for the place in the address. */
function useJumpToAnchor(ready: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (ready && hash !== '') document.querySelector(`#${CSS.escape(hash.slice(1))}`)?.scrollIntoView();
  }, [ready, hash]);
}
