import { type ComponentType, type ReactNode, lazy, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useShell } from '#site/shell/boot.ts';
import { BrandLogo } from '#site/shell/brand-logo.tsx';
import { paths } from '#site/shell/paths.ts';
import { useIsMember } from '#site/shell/session.ts';
import { classNames } from '#ui/class-names.ts';
import type { HeroProps } from '../hero-dusk.tsx';
import { type HeroName, type LoadedHero, LoadedHeroContext } from './loaded-hero.ts';
import { useLanding } from './use-landing.ts';

/** A brand has one hero, so the other's drawing is not fetched. */
const files: Readonly<Record<HeroName, () => Promise<ComponentType<HeroProps>>>> = {
  dusk: async () => (await import('../hero-dusk.tsx')).HeroDusk,
  tiles: async () => (await import('../hero-tiles.tsx')).HeroTiles,
};
const waiting: Readonly<Record<HeroName, ComponentType<HeroProps>>> = {
  dusk: lazy(async () => ({ default: await files.dusk() })),
  tiles: lazy(async () => ({ default: await files.tiles() })),
};
export async function loadHero(name: HeroName): Promise<LoadedHero> {
  return { name, Hero: await files[name]() };
}

const signInLook = {
  dusk: 'inline-flex min-h-11 items-center rounded-button border border-on-hero/60 px-5 font-semibold transition-colors hover:bg-on-hero/10',
  tiles: 'inline-flex min-h-11 items-center font-bold text-primary-text underline-offset-4 hover:underline',
};

/** The brand's promise in the brand's own scenery, with the card to come in by. */
export function BrandHero({ children }: { children: ReactNode }) {
  const { brand } = useShell();
  const landing = useLanding();
  const member = useIsMember();
  const { hero } = brand.theme;
  const loaded = useContext(LoadedHeroContext);
  const [Hero] = useState(() => (loaded?.name === hero ? loaded.Hero : waiting[hero]));
  return (
    <Hero
      bar={member ? undefined : <HeroBar />}
      title={landing?.headline ?? brand.tagline}
      text={landing?.lead ?? brand.description}
      portraits={(landing?.pictures ?? brand.heroPictures).map((src) => ({ photo: { src }, alt: '' }))}
    >
      <div className="lg:pt-6">{children}</div>
    </Hero>
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
      <Link
        to={paths.login}
        state={{ from: pathname + search }}
        data-answered-here
        className={classNames('data-held:opacity-60', signInLook[hero])}
      >
        {t('nav.signIn')}
      </Link>
    </div>
  );
}
