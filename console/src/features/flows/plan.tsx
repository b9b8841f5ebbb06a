import { CreditCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { type ReadPart, usePart } from '#console/features/publishing/publishing-data.ts';
import { useDraft } from '#console/features/publishing/use-draft.ts';
import { DetailPage, LoadedDetail } from '#console/shell/detail-page.tsx';
import { NothingFound, SkeletonRows } from '#console/shell/loaded.tsx';
import { paths } from '#console/shell/paths.ts';
import { PreviewBar, usePreviewChoice } from '#console/shell/preview/preview-bar.tsx';
import { PreviewFrame } from '#console/shell/preview/preview-frame.tsx';
import { flowPart, planPart } from '#contract/brand/parts.ts';
import { useKnownBrand } from './brand-data.ts';
import { type Content, objectOf } from './form/content.ts';
import { PartPage } from './part-page.tsx';
import { PlanForm } from './plan-form.tsx';
import { PlanSales } from './plan-sales.tsx';

/** One plan, in the versions in which it was sold and as it is drafted. */
export function Plan() {
  const { t } = useTranslation('flows');
  const { brand = '', productId = '' } = useParams();
  const query = usePart(brand, planPart(productId));
  return (
    <DetailPage list={paths.flows}>
      <LoadedDetail
        query={query}
        gone={<NothingFound icon={<CreditCard />} title={t('none.plan')} text={t('gone')} />}
        skeleton={<SkeletonRows rows={8} className="h-20" />}
      >
        {(part) => <EditedPlan key={part.part} brand={brand} productId={productId} part={part} />}
      </LoadedDetail>
    </DetailPage>
  );
}

interface EditedPlanProps {
  brand: string;
  productId: string;
  part: ReadPart;
}

function EditedPlan({ brand, productId, part }: EditedPlanProps) {
  const { t } = useTranslation('flows');
  const draft = useDraft(brand, part);
  const { parts: known, plans, flows } = useKnownBrand(brand);
  const { choice, choose } = usePreviewChoice({ screen: 'plans' });
  const { content } = draft;
  const shown = showcaseOf(flows, productId);
  return (
    <PartPage
      brand={brand}
      kind="plan"
      draft={draft}
      title={part.name || productId}
      known={known}
      parts={[draft.part]}
      preview={
        shown && (
          <section aria-label={t('preview')} className="flex flex-col gap-3">
            <PreviewBar choice={choice} choose={choose} screens={['plans']} devices={['phone']} />
            <PreviewFrame
              brand={brand}
              flowId={shown.id}
              parts={{ [draft.part]: content, [flowPart(shown.id)]: shown.content }}
              {...choice}
            />
          </section>
        )
      }
      more={<PlanSales brand={brand} productId={productId} />}
    >
      {(problems) => <PlanForm content={content} onChange={draft.change} plans={plans} {...problems} />}
    </PartPage>
  );
}

/** A flow that sells it and nothing else, to look at: of one that does where there is one, else of any. */
function showcaseOf(
  flows: readonly Content[],
  productId: string,
): { id: string; content: Content } | undefined {
  const sells = (flow: Content) =>
    Object.values(objectOf(flow['plans'])).some((list) => Array.isArray(list) && list.includes(productId));
  const flow = flows.find(sells) ?? flows[0];
  if (!flow) return undefined;
  const plans = { plain: [productId], standard: [productId], credits: [], verification: [] };
  return {
    id: String(flow['id']),
    content: { ...flow, plans, upsell: [], ageVerification: false },
  };
}
