import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useShell } from '#site/shell/boot.ts';
import { BrandLogo } from '#site/shell/brand-logo.tsx';
import { paths } from '#site/shell/paths.ts';
import { storage } from '#site/shell/storage.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/skeleton.tsx';

const barLook = 'flex h-16 items-center justify-between gap-4 px-5 sm:h-17';
export const headerLook = 'border-b-(length:--stroke) border-line bg-surface pt-[env(safe-area-inset-top)]';

export function VisitorHeader({ signIn }: { signIn: boolean }) {
  const { t } = useTranslation('shell');
  const { brand } = useShell();
  return (
    <header className={headerLook}>
      <div className={classNames(barLook, 'lg:px-[6vw]')}>
        <Link
          to={paths.home}
          aria-label={t('nav.home', { brand: brand.title })}
          className="rounded-button py-2"
        >
          <BrandLogo />
        </Link>
        {signIn && (
          <ButtonLink to={paths.login} variant="secondary" size="sm">
            {t('nav.signIn')}
          </ButtonLink>
        )}
      </div>
    </header>
  );
}

/** While it is not known who is here. Its logo stands where the members' bar will have it. */
export function NeutralHeader({ onPhones = true }: { onPhones?: boolean }) {
  return (
    <header className={classNames(headerLook, !onPhones && 'max-sm:hidden')}>
      <div className={classNames(barLook, 'sm:max-md:px-3 lg:px-[4vw]')}>
        <BrandLogo />
        <span className="flex items-center gap-4">
          <Skeleton shape="card" className="h-8 w-28 sm:w-72" />
          <OwnPicture className="size-8" />
        </span>
      </div>
    </header>
  );
}

/** The member's own picture in a bar, also before the member is known; else what stands for it. */
export function OwnPicture({ className, fallback }: { className?: string; fallback?: ReactNode }) {
  const picture = useSyncExternalStore(
    (listener) => storage.watch('avatar', listener),
    () => storage.get('avatar'),
    () => undefined,
  );
  if (!picture) return fallback;
  return <img src={picture} alt="" className={classNames('rounded-avatar object-cover', className)} />;
}
