import { Suspense } from 'react';
import { usePageData } from '../../lib/page-data.ts';
import { BrandHero } from './brand-hero.tsx';
import { EntryCard } from './entry-card.tsx';
import { FeatureBlocks } from './feature-blocks.tsx';
import { PeopleCount } from './people-count.tsx';
import { Reviews } from './reviews.tsx';

export function HomeScreen() {
  const { reviews } = usePageData();
  return (
    <>
      <BrandHero>
        <EntryCard>
          <PeopleCount />
        </EntryCard>
      </BrandHero>
      {/* What is below the fold comes to life in steps of its own, so that a slow phone answers in between. */}
      <Suspense>
        <FeatureBlocks />
      </Suspense>
      <Suspense>
        {reviews && reviews.average !== null && <Reviews {...reviews} average={reviews.average} />}
      </Suspense>
    </>
  );
}
