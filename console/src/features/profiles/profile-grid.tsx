import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#console/shell/paths.ts';
import type { HouseProfileSummary } from '#contract/staff/house-profiles.ts';
import { Photo } from '#ui/photo.tsx';
import { OwnKindBadge, StateTag } from './profile-tags.tsx';

interface ProfileGridProps {
  brand: string;
  profiles: readonly HouseProfileSummary[];
}

/** By their pictures, for those who know a profile by its face. */
export function ProfileGrid({ brand, profiles }: ProfileGridProps) {
  const { t } = useTranslation('profiles');
  return (
    <ul
      aria-label={t('page.profiles')}
      className="grid grid-cols-2 gap-3 max-xs:grid-cols-1 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-6"
    >
      {profiles.map(
        ({ id, screenName, photo, kind, state, age, city, region, answersAWeek, complaintsAMonth }) => (
          <li
            key={id}
            className="relative overflow-hidden rounded-card border border-line bg-surface transition hover:shadow-raised has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
          >
            <Photo
              photo={photo ? { src: photo } : null}
              alt=""
              className={state === 'retired' ? 'opacity-50 grayscale' : undefined}
            >
              <OwnKindBadge kind={kind} className="absolute start-2 top-2 max-w-[calc(100%-1rem)]" />
            </Photo>
            <div className="flex flex-col gap-1 p-3">
              <Link
                data-profile-row
                to={paths.profile(brand, id)}
                className="text-sm font-semibold wrap-anywhere outline-none after:absolute after:inset-0"
              >
                {screenName}
                {age !== null && `, ${age}`}
              </Link>
              <p className="truncate text-xs text-muted">{city ?? region ?? t('noPlace')}</p>
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
                <StateTag state={state} />
                <span>{t('answersCount', { count: answersAWeek })}</span>
                {complaintsAMonth > 0 && (
                  <span className="text-danger-text">
                    {t('complaintsCount', { count: complaintsAMonth })}
                  </span>
                )}
              </p>
            </div>
          </li>
        ),
      )}
    </ul>
  );
}
