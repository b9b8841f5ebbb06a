import { type ReactNode, Suspense, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useShell } from '../../../shell/boot.ts';
import { BrandLogo } from '../../../shell/brand-logo.tsx';
import { paths } from '../../../shell/paths.ts';
import { useSession } from '../../../shell/session.ts';

/** A brand has one hero, so the other's drawing is not fetched. */
const heroes = {
  dusk: lazy(async () => ({ default: (await import('../hero-dusk.tsx')).HeroDusk })),
  tiles: lazy(async () => ({ default: (await import('../hero-tiles.tsx')).HeroTiles })),
};

const signInLook = {
  dusk: 'inline-flex min-h-11 items-center rounded-button border border-on-hero/60 px-5 font-semibold transition-colors hover:bg-on-hero/10',
  tiles: 'inline-flex min-h-11 items-center font-bold text-primary-text underline-offset-4 hover:underline',
};

/** The brand's promise in the brand's own scenery, with the card to come in by. */
export function BrandHero({ children }: { children: ReactNode }) {
  const { brand } = useShell();
  const { status } = useSession();
  const Hero = heroes[brand.theme.hero];
  return (
    // Until the drawing's code is there, the server's HTML stays as it is.
    <Suspense fallback={<div className="min-h-dvh" />}>
      <Hero
        bar={status === 'member' ? undefined : <HeroBar />}
        title={brand.tagline}
        text={brand.description}
        portraits={brand.heroPictures.map((src) => ({ photo: { src }, alt: '' }))}
      >
        <div className="lg:pt-6">{children}</div>
      </Hero>
    </Suspense>
  );
}

function HeroBar() {
  const { t } = useTranslation('shell');
  const { brand } = useShell();
  const { pathname, search } = useLocation();
  const { hero } = brand.theme;
  return (
    <div className="relative z-10 flex items-center justify-between gap-4 pt-[env(safe-area-inset-top)]">
      <Link
        to={paths.home}
        aria-label={t('nav.home', { brand: brand.title })}
        className="rounded-button py-2"
      >
        <BrandLogo />
      </Link>
      <Link to={paths.login} state={{ from: pathname + search }} className={signInLook[hero]}>
        {t('nav.signIn')}
      </Link>
    </div>
  );
}
