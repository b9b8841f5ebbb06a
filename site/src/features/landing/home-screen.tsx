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
      <FeatureBlocks />
      {reviews && reviews.average !== null && <Reviews {...reviews} average={reviews.average} />}
    </>
  );
}
