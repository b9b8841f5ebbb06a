import { UsersRound } from 'lucide-react';
import { type ComponentType, Suspense, lazy, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { LandingBlock } from '#contract/brand/landing.ts';
import type { Country } from '#contract/countries/list.ts';
import { AVAILABLE_PEOPLE_SHOWN_FROM } from '#contract/kernel/constants.ts';
import { AsServed } from '#site/lib/as-served.tsx';
import { whenIdle } from '#site/lib/when-idle.ts';
import { useShell } from '#site/shell/boot.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { usePageData } from '#site/shell/page-data.ts';
import { paths } from '#site/shell/paths.ts';
import { useIsMember } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';
import { BrandHero } from './brand-hero.tsx';
import { EntryCard } from './entry-card.tsx';
import { useLanding } from './use-landing.ts';

export function HomeScreen() {
  const blocks = useLanding()?.blocks ?? [];
  return (
    <>
      <BrandHero>
        <EntryCard google>{blocks.includes('people') && <PeopleCount />}</EntryCard>
      </BrandHero>
      <BelowFold blocks={blocks} />
    </>
  );
}

/** Addresses that are themselves a way in, with no other page to go on to. */
const landings: ReadonlySet<string> = new Set([paths.signUp, paths.signUpFromAdvert, paths.find]);

export function EntryScreen() {
  const { path } = useCurrentRoute();
  const member = useIsMember();
  const blocks = useLanding()?.blocks ?? [];
  return (
    <>
      <BrandHero>
        <EntryCard google goesOn={!landings.has(path)}>
          {blocks.includes('people') && <PeopleCount />}
        </EntryCard>
      </BrandHero>
      <BelowFold blocks={blocks} />
      {path === paths.find && !member && <TeaserPlace />}
    </>
  );
}

/** The true number of people one could meet; a handful would only sound lonely. */
export function PeopleCount() {
  const count = useAvailablePeople();
  if (count === null || count < AVAILABLE_PEOPLE_SHOWN_FROM) return null;
  return (
    <AsServed>
      <Suspense>
        <PeopleLine count={count} />
      </Suspense>
    </AsServed>
  );
}

function PeopleLine({ count }: { count: number }) {
  const { t } = useTranslation('home');
  const { brand } = useShell();
  return (
    <p className="mt-4 flex items-center justify-center gap-2.5 text-[0.9375rem] font-medium text-ink">
      <UsersRound aria-hidden="true" className="size-5 text-muted" />
      {t('people', { count, where: brand.countryWords.within })}
    </p>
  );
}

/**
 * How many people this visitor could find, as the server counted them. A page that was not prepared with it, because
 * the visitor came here from another one, shows what was counted last and counts again.
 */
function useAvailablePeople(): number | null {
  const { availablePeople: prepared } = usePageData();
  const { brand, flow } = useShell();
  const { country } = brand;
  const kept = useSyncExternalStore(
    (listener) => storage.watch('availablePeople', listener),
    () => storage.get('availablePeople') ?? null,
    () => null,
  );
  useEffect(() => {
    if (prepared !== null) storage.set('availablePeople', prepared);
    else void recount(country, flow.id);
  }, [prepared, country, flow.id]);
  return prepared ?? kept;
}

async function recount(country: Country, flowId: string): Promise<void> {
  try {
    const [{ call }, { countRegion }] = await Promise.all([
      import('#site/shell/api.ts'),
      import('#contract/discovery/places.ts'),
    ]);
    const { total } = await call(countRegion, { country, flowId });
    storage.set('availablePeople', total);
  } catch {
    // Without it the page says nothing of how many there are.
    storage.remove('availablePeople');
  }
}

const BelowFoldContent = lazy(async () => ({
  default: (await import('./below-fold-content.tsx')).BelowFoldContent,
}));

/** What is not in sight at first. */
export function BelowFold({ blocks }: { blocks: readonly LandingBlock[] }) {
  if (blocks.every((block) => block === 'people')) return null;
  return (
    <AsServed className="[contain-intrinsic-block-size:auto_120rem] [content-visibility:auto]">
      <Suspense>
        <BelowFoldContent blocks={blocks} />
      </Suspense>
    </AsServed>
  );
}

/** Keeps the room of what comes below the card, and fetches it when the visitor scrolls there. */
function TeaserPlace() {
  const place = useRef<HTMLDivElement>(null);
  const [Teaser, setTeaser] = useState<ComponentType | null>(null);

  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      whenIdle(() => {
        import('./teaser.tsx').then((loaded) => setTeaser(() => loaded.Teaser)).catch(() => undefined);
      });
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);

  return (
    <div
      ref={place}
      className="min-h-[calc(250vw+24.5rem)] sm:min-h-[calc(84vw+24.5rem)] xl:min-h-[calc(22vw+22.5rem)]"
    >
      <Suspense>{Teaser && <Teaser />}</Suspense>
    </div>
  );
}
