import { IdCard, Plus, Upload, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useKeys } from '#console/shell/keys.tsx';
import { Loaded, NextPage, NothingFound, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import { moveFocus } from '#console/shell/queue.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isFiltering, noFilter, useProfileFilter, useView } from './profile-filter.ts';
import { ProfileGrid } from './profile-grid.tsx';
import { ProfileTable } from './profile-table.tsx';
import { readAllProfiles, useProfileBrand, useProfiles } from './profiles-data.ts';

/** The profiles that hosts or a companion answer for. */
export function Profiles() {
  const { t } = useTranslation('profiles');
  const brand = useProfileBrand();
  const [filter, change] = useProfileFilter();
  const [view, setView] = useView();
  const query = useProfiles(brand, filter);
  useKeys({ j: () => moveFocus(rows(), 1), k: () => moveFocus(rows(), -1) });
  const filtering = isFiltering(filter);
  const isEmpty = query.data?.length === 0 && !filtering;
  return (
    <Page text={t('text')} actions={brand !== '' && <PageLinks brand={brand} />}>
      {!isEmpty && <FilterBar {...{ brand, filter, view }} onChange={change} onView={setView} />}
      <Loaded query={query} skeleton={<SkeletonRows rows={10} className="h-14" />}>
        {(profiles) => {
          if (profiles.length === 0 && filtering)
            return (
              <NothingFound
                icon={<IdCard />}
                title={t('noneFound')}
                text={t('noneFoundText')}
                clear={{ label: t('clear'), onClick: () => change(noFilter) }}
              />
            );
          if (profiles.length === 0) return <FirstProfile brand={brand} />;
          return (
            <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-60' : ''}>
              {view === 'grid' ? (
                <ProfileGrid brand={brand} profiles={profiles} />
              ) : (
                <ProfileTable
                  key={brand}
                  brand={brand}
                  profiles={profiles}
                  isPartial={query.hasNextPage}
                  readAll={() => readAllProfiles(brand, filter)}
                />
              )}
              <NextPage query={query} />
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

function PageLinks({ brand }: { brand: string }) {
  const { t } = useTranslation('profiles');
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ButtonLink
        size="sm"
        variant="ghost"
        to={paths.hostTeams(brand)}
        icon={<UsersRound aria-hidden className="size-4" />}
      >
        {t('teams')}
      </ButtonLink>
      <ButtonLink size="sm" variant="ghost" to={paths.photoOrigins(brand)}>
        {t('origins')}
      </ButtonLink>
      <ButtonLink
        size="sm"
        variant="secondary"
        to={paths.profileImports(brand)}
        icon={<Upload aria-hidden className="size-4" />}
      >
        {t('import')}
      </ButtonLink>
      <ButtonLink size="sm" to={paths.newProfile(brand)} icon={<Plus aria-hidden className="size-4" />}>
        {t('new')}
      </ButtonLink>
    </div>
  );
}

function FirstProfile({ brand }: { brand: string }) {
  const { t } = useTranslation('profiles');
  return (
    <EmptyState
      compact
      icon={<IdCard />}
      title={t('empty')}
      text={t('emptyText')}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink size="sm" to={paths.newProfile(brand)}>
            {t('makeFirst')}
          </ButtonLink>
          <ButtonLink size="sm" variant="secondary" to={paths.profileImports(brand)}>
            {t('importFirst')}
          </ButtonLink>
        </div>
      }
    />
  );
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-profile-row]')];
