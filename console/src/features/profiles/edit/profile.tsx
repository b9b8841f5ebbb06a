import { IdCard, Save } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useBrandTitle } from '#console/shell/api.ts';
import { inBrand } from '#console/shell/brand-scope.ts';
import { DetailPage, LoadedDetail } from '#console/shell/detail-page.tsx';
import { Moment } from '#console/shell/format.tsx';
import { SubmitError } from '#console/shell/forms.tsx';
import { paths } from '#console/shell/paths.ts';
import { UnsavedGuard } from '#console/shell/unsaved.tsx';
import type { HouseProfile } from '#contract/staff/house-profiles.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { OwnKindBadge, StateTag } from '../profile-tags.tsx';
import { useProfile } from '../profiles-data.ts';
import { AboutSection } from './about-section.tsx';
import { CompanionSection } from './companion-section.tsx';
import { HostsSection } from './hosts-section.tsx';
import { MeanwhileNotice } from './meanwhile-notice.tsx';
import { PhotosSection } from './photos-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { ProfileActs } from './profile-acts.tsx';
import { useProfileForm } from './use-profile-form.ts';
import { WeekSection } from './week-section.tsx';
import { withPart } from './with-part.ts';
import { WordsSection } from './words-section.tsx';

const FORM = 'house-profile';

/** One profile of the house: who it is, how it looks, who answers, and how it is doing. */
export function Profile() {
  const { t } = useTranslation('profile');
  const { brand = '', id = '' } = useParams();
  const query = useProfile({ brand, id });
  return (
    <DetailPage list={inBrand(paths.profiles, brand)} width="max-w-[96rem]">
      <LoadedDetail
        query={query}
        gone={<EmptyState compact icon={<IdCard />} title={t('gone')} text={t('goneText')} />}
        skeleton={<ProfileSkeleton />}
      >
        {(profile) => <ProfileEditor key={`${brand} ${id}`} brand={brand} profile={profile} />}
      </LoadedDetail>
    </DetailPage>
  );
}

function ProfileEditor({ brand, profile }: { brand: string; profile: HouseProfile }) {
  const { t } = useTranslation('profile');
  const { form, base, meanwhile, forgetMeanwhile } = useProfileForm(brand, profile);
  const isRetired = profile.state === 'retired';
  useSaveKeys(() => form.isDirty && !isRetired && form.send());
  return (
    <>
      <UnsavedGuard unsaved={form.isDirty && !isRetired} />
      <ProfileHeader brand={brand} profile={profile} base={base} isDirty={form.isDirty} busy={form.busy} />
      {isRetired && <Notice title={t('retiredTitle')}>{t('retiredText')}</Notice>}
      {meanwhile && (
        <MeanwhileNotice
          meanwhile={meanwhile}
          onTake={(path, theirs) => {
            const [name] = path;
            const values = withPart(form.values(), path, theirs);
            form.change(name as 'notes', values[name as 'notes']);
          }}
          onClose={forgetMeanwhile}
        />
      )}
      <form {...form.formProps} id={FORM}>
        <SubmitError refusal={form.refusal} />
        <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_23rem]">
          <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
            <div className="flex min-w-0 flex-col gap-4">
              <PhotosSection brand={brand} profile={profile} />
              <Editable when={!isRetired}>
                <AboutSection brand={brand} form={form} />
              </Editable>
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              {profile.kind === 'staff' && (
                <Editable when={!isRetired}>
                  <HostsSection brand={brand} form={form} />
                </Editable>
              )}
              <WeekSection place={{ brand, id: profile.id }} />
            </div>
            <Editable when={!isRetired}>
              {profile.kind === 'ai' && <CompanionSection brand={brand} form={form} />}
              <WordsSection brand={brand} form={form} />
            </Editable>
          </div>
          <PreviewSection brand={brand} profile={profile} form={form} />
        </div>
      </form>
    </>
  );
}

/** Fields that can be read and no more, once the profile is retired. */
function Editable({ when, children }: { when: boolean; children: ReactNode }) {
  return (
    <fieldset disabled={!when} className="contents">
      {children}
    </fieldset>
  );
}

interface ProfileHeaderProps {
  brand: string;
  profile: HouseProfile;
  /** As it was when the form began. */
  base: HouseProfile;
  isDirty: boolean;
  busy: boolean;
}

/** Stays in sight while the page is scrolled: what was changed below is saved here. */
function ProfileHeader({ brand, profile, base, isDirty, busy }: ProfileHeaderProps) {
  const { t } = useTranslation('profile');
  const titleOf = useBrandTitle();
  const { changed } = base;
  return (
    <header className="sticky top-0 z-5 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-paper px-4 py-3 lg:-mx-8 lg:px-8">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="text-xs text-muted">
          {titleOf(brand)} · {t('page.profile')}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <h1 tabIndex={-1} className="text-xl wrap-anywhere outline-none lg:text-2xl">
            {profile.settings.screenName}
          </h1>
          <OwnKindBadge kind={profile.kind} />
          <StateTag state={profile.state} />
        </div>
        <p className="text-xs text-muted">
          {changed.by === null ? t('changed') : t('changedBy', { name: changed.by })}{' '}
          <Moment at={changed.at} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <span role="status" className="text-sm text-muted">
          {isDirty && t('unsaved')}
        </span>
        <ProfileActs brand={brand} profile={profile} />
        {profile.state !== 'retired' && (
          <Button
            type="submit"
            form={FORM}
            size="sm"
            loading={busy}
            aria-disabled={!isDirty}
            aria-keyshortcuts="Control+S Meta+S"
            icon={<Save aria-hidden className="size-4" />}
          >
            {t('save')}
          </Button>
        )}
      </div>
    </header>
  );
}

/** As everywhere where something is written. */
function useSaveKeys(save: () => unknown): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    save();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function ProfileSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-9 w-64" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton shape="card" className="h-96" />
        <Skeleton shape="card" className="h-96" />
      </div>
    </div>
  );
}
