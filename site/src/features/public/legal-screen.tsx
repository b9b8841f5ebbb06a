import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { LEGAL_PAGES, readLegalText } from '../../../../contract/brand/legal.ts';
import { LANGUAGES } from '../../../../contract/kernel/constants.ts';
import { queryClient } from '../../../../packages/client/query-client.ts';
import { SkeletonText } from '../../../../packages/ui/skeleton.tsx';
import { call } from '../../shell/api.ts';
import { useShell } from '../../shell/boot.ts';
import { useCurrentRoute } from '../../shell/current-route.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { usePageData } from '../../shell/page-data.ts';
import { PageHeading } from '../../shell/page-heading.tsx';
import { paths } from '../../shell/paths.ts';

const look = [
  'space-y-9 [&>p]:mt-3 [&>p]:text-muted',
  '[&_h2]:scroll-mt-24 [&_h2]:text-xl [&_h2]:text-ink',
  '[&_section>*+*]:mt-3 [&_ul]:list-disc [&_ul]:space-y-1.5 [&_ul]:pl-5',
].join(' ');

/** A text that people may have to accept, with the day of its version. The server has made it from its own words. */
export function LegalScreen() {
  const { title } = useCurrentRoute();
  const { pathname } = useLocation();
  const page = LEGAL_PAGES.find((name) => pathname.startsWith(paths.legal(name))) ?? 'faq';
  const text = useLegalText(page);
  useJumpToAnchor(text.data !== undefined);
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-8 sm:py-14">
      <PageHeading>{title}</PageHeading>
      <Loaded query={text} skeleton={<SkeletonText lines={14} className="mt-6" />}>
        {(html) => <div className={look} dangerouslySetInnerHTML={{ __html: html }} />}
      </Loaded>
    </div>
  );
}

function useLegalText(page: (typeof LEGAL_PAGES)[number]) {
  const { legal } = usePageData();
  const { brand, language: usual } = useShell();
  const { i18n } = useTranslation();
  const language = LANGUAGES.find((known) => known === i18n.language) ?? usual;
  return useQuery(
    {
      queryKey: ['legal', page, language],
      queryFn: ({ signal }) => call(readLegalText, { page, language, domain: brand.domain }, { signal }),
      staleTime: Infinity,
      ...(legal?.page === page && language === usual ? { initialData: legal.html } : {}),
    },
    queryClient,
  );
}

/** A text that comes late is not there yet when the browser looks for the place in the address. */
function useJumpToAnchor(ready: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (ready && hash !== '') document.querySelector(`#${CSS.escape(hash.slice(1))}`)?.scrollIntoView();
  }, [ready, hash]);
}
