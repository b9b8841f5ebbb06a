import { Globe, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useOverlay } from '#client/overlays.ts';
import { type BrandState, useBrandStates } from '#console/features/publishing/brand-states.ts';
import { useMe } from '#console/shell/api.ts';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import { hasRightEverywhere } from '#contract/kernel/staff-rights.ts';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { MakeBrandDialog } from './make-brand-dialog.tsx';

/** The brands that the person edits: what is live, what is drafted, what the law still asks for. */
export function Brands() {
  const { t } = useTranslation('brands');
  const { data: me } = useMe();
  const dialog = useOverlay('make-brand');
  const query = useBrandStates();
  const mayMake = me !== undefined && hasRightEverywhere(me, 'brands.make');
  const make = (
    <Button icon={<Plus aria-hidden className="size-4.5" />} onClick={() => dialog.open(true)}>
      {t('make.open')}
    </Button>
  );
  return (
    <Page text={t('list.text')} actions={mayMake && make}>
      <Loaded query={query} skeleton={<SkeletonRows rows={4} />}>
        {(brands) => (
          <>
            {brands.length === 0 ? (
              <EmptyState
                icon={<Globe aria-hidden />}
                title={t('list.emptyTitle')}
                text={mayMake ? t('list.emptyText') : t('list.none')}
                action={mayMake && make}
              />
            ) : (
              <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
                {brands.map((brand) => (
                  <BrandCard key={brand.brand} brand={brand} />
                ))}
              </ul>
            )}
            <MakeBrandDialog
              open={dialog.isOpen}
              brands={brands.filter(({ live }) => live)}
              onClose={() => void dialog.close()}
              onMade={(key) => dialog.go(paths.brand(key, 'words'))}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function BrandCard({ brand: state }: { brand: BrandState }) {
  const { t } = useTranslation('brands');
  const format = useFormat();
  const { brand, title, hostnames, country, demo, live, drafts, missingFacts, refused } = state;
  return (
    <Card as="li" lively className="relative flex flex-col gap-3 p-4!">
      <div className="min-w-0">
        <h2 className="text-lg wrap-anywhere">
          <Link
            to={paths.brand(brand, 'look')}
            className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:outline-ring"
          >
            {title}
          </Link>
        </h2>
        <p className="truncate text-[0.8125rem] text-muted">
          {[hostnames[0], country && format.country(country)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <p className="flex flex-wrap gap-1.5">
        {live ? (
          <Tag tone="success">{t('list.live', { number: live.publication })}</Tag>
        ) : (
          <Tag tone="warning">{t('list.notLive')}</Tag>
        )}
        {drafts.length > 0 && <Tag tone="primary">{t('list.drafts', { count: drafts.length })}</Tag>}
        {demo && <Tag>{t('list.demo')}</Tag>}
        {missingFacts.length > 0 && (
          <Tag tone="warning">{t('list.facts', { count: missingFacts.length })}</Tag>
        )}
        {refused !== null && <Tag tone="danger">{t('list.refused')}</Tag>}
      </p>
      {live && (
        <p className="mt-auto text-xs text-muted">
          {live.publishedBy ? t('list.publishedBy', { name: live.publishedBy.name }) : t('list.published')}{' '}
          <Moment at={live.publishedAt} />
        </p>
      )}
    </Card>
  );
}
