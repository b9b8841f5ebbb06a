import { Footprints, Route as RouteIcon } from 'lucide-react';
import { useState } from 'react';
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
import type { PaywallName } from '#contract/brand/paywalls.ts';
import { Button } from '#ui/button.tsx';
import { useKnownBrand } from './brand-data.ts';
import { FlowForm } from './flow-form/flow-form.tsx';
import { type Content, objectOf, textsOf } from './form/content.ts';
import { PartPage } from './part-page.tsx';
import { WalkDialog } from './walk-dialog.tsx';

/** One flow, as it is live and as it is drafted. */
export function Flow() {
  const { t } = useTranslation('flows');
  const { brand = '', flowId = '' } = useParams();
  const query = usePart(brand, flowPart(flowId));
  return (
    <DetailPage list={paths.flows}>
      <LoadedDetail
        query={query}
        gone={<NothingFound icon={<RouteIcon />} title={t('none.flow')} text={t('gone')} />}
        skeleton={<SkeletonRows rows={8} className="h-20" />}
      >
        {(part) => <EditedFlow key={part.part} brand={brand} flowId={flowId} part={part} />}
      </LoadedDetail>
    </DetailPage>
  );
}

interface EditedFlowProps {
  brand: string;
  flowId: string;
  part: ReadPart;
}

function EditedFlow({ brand, flowId, part }: EditedFlowProps) {
  const { t } = useTranslation('flows');
  const draft = useDraft(brand, part);
  const { parts: known, plans } = useKnownBrand(brand);
  const [walks, setWalks] = useState(false);
  const [paywall, setPaywall] = useState<PaywallName>('out_of_credits');
  const { choice, choose } = usePreviewChoice({ screen: 'plans' });
  const { content } = draft;
  const listed = new Set(plansIn(content).map(planPart));
  // A plan that is sold here for the first time, or at another price, goes with it.
  const needed = known.flatMap((each) => (each.draft && listed.has(each.part) ? [each.part] : []));
  const name = typeof content['name'] === 'string' ? content['name'] : '';
  return (
    <>
      <PartPage
        brand={brand}
        kind="flow"
        draft={draft}
        title={t('flowTitle', { id: flowId, name })}
        known={known}
        parts={[draft.part, ...needed]}
        actions={
          <Button
            variant="secondary"
            icon={<Footprints aria-hidden className="size-4.5" />}
            onClick={() => setWalks(true)}
          >
            {t('walk.open')}
          </Button>
        }
        preview={
          <section aria-label={t('preview')} id="preview" className="flex scroll-mt-20 flex-col gap-3">
            <PreviewBar
              choice={choice}
              choose={choose}
              screens={['landing', 'search', 'plans', 'paywall']}
              devices={['phone']}
            />
            <PreviewFrame
              brand={brand}
              flowId={flowId}
              parts={{ [draft.part]: content }}
              data={{ paywall: { name: paywall } }}
              {...choice}
            />
          </section>
        }
      >
        {(problems) => (
          <FlowForm
            brand={brand}
            content={content}
            onChange={draft.change}
            plans={plans}
            onShow={(shown) => {
              setPaywall(shown);
              choose({ screen: 'paywall' });
              document.getElementById('preview')?.scrollIntoView({ block: 'nearest' });
            }}
            {...problems}
          />
        )}
      </PartPage>
      <WalkDialog
        brand={brand}
        flowId={flowId}
        open={walks}
        flush={draft.flush}
        onClose={() => setWalks(false)}
      />
    </>
  );
}

/** All that its lists name. */
function plansIn(content: Content): string[] {
  return Object.values(objectOf(content['plans'])).flatMap(textsOf);
}
