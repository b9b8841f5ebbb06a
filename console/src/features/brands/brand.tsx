import { ArrowLeft, ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useParams } from 'react-router';
import { ConflictNotice } from '#console/features/publishing/conflict-notice.tsx';
import { History, Schedules } from '#console/features/publishing/history.tsx';
import { PublishPanel } from '#console/features/publishing/publish-panel.tsx';
import { type ReadPart, usePart } from '#console/features/publishing/publishing-data.ts';
import { SaveStatus } from '#console/features/publishing/save-status.tsx';
import { useDraft } from '#console/features/publishing/use-draft.ts';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { TabTitle } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import { PreviewBar, usePreviewChoice } from '#console/shell/preview/preview-bar.tsx';
import { PreviewFrame, type PreviewScreen } from '#console/shell/preview/preview-frame.tsx';
import { SETTINGS_PART } from '#contract/brand/parts.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { BrandFile } from './brand-file.tsx';
import { BrandFormProvider } from './brand-form.tsx';
import { CompanyTab } from './company-tab.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HostnamesTab } from './hostnames-tab.tsx';
import { LookTab } from './look-tab.tsx';
import { PaymentsTab } from './payments-tab.tsx';
import { SupportTab } from './support-tab.tsx';
import { type BrandTab, brandTabs } from './tabs.ts';
import { WordsTab } from './words-tab.tsx';

/** One brand: its settings in tabs, with a live preview of what members will see. */
export function Brand() {
  const { brand = '' } = useParams();
  const query = usePart(brand, SETTINGS_PART);
  return (
    <Loaded query={query} skeleton={<BrandSkeleton />}>
      {(part) => <Editor key={brand} brand={brand} part={part} />}
    </Loaded>
  );
}

const screens: readonly PreviewScreen[] = ['landing', 'search', 'chat', 'plans', 'mail'];

function Editor({ brand, part }: { brand: string; part: ReadPart }) {
  const { t } = useTranslation('brands');
  const { tab = 'look' } = useParams();
  const draft = useDraft(brand, part);
  const { choice, choose } = usePreviewChoice({ device: 'both' });
  const title = typeof draft.content['title'] === 'string' ? draft.content['title'] : brand;
  const current = brandTabs.find((each) => each === tab) ?? 'look';
  const hostname = Array.isArray(draft.live?.['hostnames']) ? String(draft.live['hostnames'][0]) : undefined;
  return (
    <div className="flex min-w-0 flex-1 flex-col xl:grid xl:grid-cols-[minmax(0,34rem)_minmax(0,1fr)]">
      <TabTitle />
      <div className="flex min-w-0 flex-col gap-5 px-4 py-5 lg:px-8 lg:py-7 xl:border-e xl:border-line xl:bg-surface">
        <header className="flex flex-col gap-2">
          <Link
            to={paths.brands}
            className="touch-target relative flex items-center gap-1.5 self-start text-[0.8125rem] text-muted hover:text-ink"
          >
            <ArrowLeft aria-hidden className="size-4" />
            {t('page.brands')}
          </Link>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h1 tabIndex={-1} className="min-w-0 text-xl wrap-anywhere outline-none lg:text-2xl">
              {title}
            </h1>
            <SaveStatus draft={draft} />
          </div>
          {hostname && (
            <a
              href={`//${hostname}${location.port ? `:${location.port}` : ''}/`}
              target="_blank"
              rel="noreferrer"
              className="flex items-center gap-1.5 self-start text-[0.8125rem] text-primary-text underline underline-offset-2"
            >
              {hostname}
              <ExternalLink aria-label={t('newTab')} className="size-3.5" />
            </a>
          )}
        </header>
        <ConflictNotice draft={draft} />
        <FirstSteps brand={brand} draft={draft} />
        <BrandFormProvider draft={draft}>
          <nav aria-label={t('tabs.label', { brand: title })} className="flex flex-wrap gap-1.5">
            {brandTabs.map((each) => (
              <NavLink
                key={each}
                to={paths.brand(brand, each)}
                replace
                className="flex min-h-8 items-center rounded-full bg-soft px-3 text-xs font-medium transition-colors hover:bg-line aria-[current=page]:bg-primary-soft aria-[current=page]:text-on-primary-soft pointer-coarse:min-h-11"
              >
                {t(`tabs.${each}`)}
              </NavLink>
            ))}
          </nav>
          <TabContent tab={current} brand={brand} isLive={draft.live !== null} />
        </BrandFormProvider>
        <div className="sticky bottom-0 z-10 -mx-4 mt-auto bg-surface px-4 py-3 lg:-mx-8 lg:px-8 max-xl:bg-paper">
          <PublishPanel brand={brand} parts={[SETTINGS_PART]} flush={draft.flush} />
        </div>
      </div>
      <aside aria-label={t('preview')} className="min-w-0 px-4 py-5 lg:px-8 lg:py-7">
        <div className="flex flex-col gap-4 xl:sticky xl:top-7">
          <PreviewBar choice={choice} choose={choose} screens={screens} />
          <PreviewFrame brand={brand} parts={{ [SETTINGS_PART]: draft.content }} {...choice} />
        </div>
      </aside>
    </div>
  );
}

const forms = {
  look: LookTab,
  words: WordsTab,
  company: CompanyTab,
  hostnames: HostnamesTab,
  payments: PaymentsTab,
  support: SupportTab,
} as const;

function TabContent({ tab, brand, isLive }: { tab: BrandTab; brand: string; isLive: boolean }) {
  if (tab === 'history')
    return (
      <div className="flex flex-col gap-6">
        <Schedules brand={brand} />
        <History brand={brand} />
        <BrandFile brand={brand} isLive={isLive} />
      </div>
    );
  const Form = forms[tab];
  return <Form />;
}

function BrandSkeleton() {
  return (
    <div className="flex w-full flex-col gap-5 px-4 py-5 lg:px-8 lg:py-7">
      <Skeleton className="h-7 w-40" />
      <SkeletonRows rows={8} />
    </div>
  );
}
