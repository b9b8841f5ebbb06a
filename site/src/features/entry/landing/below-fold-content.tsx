import { usePageData } from '../../../shell/page-data.ts';
import { FeatureBlocks } from './feature-blocks.tsx';
import { Reviews } from './reviews.tsx';

export function BelowFoldContent() {
  const { reviews } = usePageData();
  return (
    <>
      <FeatureBlocks />
      {reviews && reviews.average !== null && <Reviews {...reviews} average={reviews.average} />}
    </>
  );
}
