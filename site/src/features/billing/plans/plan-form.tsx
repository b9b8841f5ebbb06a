import { useQueries } from '@tanstack/react-query';
import { ArrowRight, CircleAlert } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { quote, type Quote } from '#contract/billing/orders.ts';
import type { Flow, RatePlan } from '#contract/brand/flow.ts';
import { call } from '#site/shell/api.ts';
import { paths } from '#site/shell/paths.ts';
import { openPopup } from '#site/shell/popups.ts';
import { useMember } from '#site/shell/session.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Notice } from '#ui/notice.tsx';
import { useMoney } from '../billing-data.ts';
import { choosePlan, firstPlan, paysAtOnce, rememberedPlan } from '../chosen-plan.ts';
import { PlanCard } from './plan-card.tsx';
import { type Shortlist, groupsOf, shortlist } from './shortlist.ts';

type PlanFormProps = {
  flow: Flow;
  plans: readonly RatePlan[];
  packs: readonly RatePlan[];
  /** Packs are what the member came for, or all there is: nothing is selected but what was chosen in this tab. */
  packsFirst: boolean;
  /** Has a plan that these would take the place of. */
  subscribed: boolean;
  agePending: boolean;
};

/** What can be bought, as one choice. Nothing is charged here. */
export function PlanForm({ flow, plans, packs, packsFirst, subscribed, agePending }: PlanFormProps) {
  const { t } = useTranslation(['plans', 'shell']);
  const { messageValue } = useMember();
  const { changes, failed, retry } = useChanges(plans, subscribed);
  const { selected, chosen, select, confirm } = useChoice(flow, [...plans, ...packs], {
    changes,
    proposes: !packsFirst,
  });
  const short = shortlist({ plans, packs, packsFirst, subscribed });
  const [asksForAll, setAsksForAll] = useState(false);
  // What was chosen is always in sight.
  const isShort = selected === undefined || [...short.plans, ...short.packs].includes(selected);
  const all = asksForAll || !isShort;
  const shown = all ? { plans, packs } : short;
  const list = (offers: readonly RatePlan[]) => (
    <PlanList
      plans={offers}
      recommended={short.recommended}
      changes={changes}
      selected={selected}
      onSelect={select}
      // The plan that was proposed counts as selected only once the member has touched it.
      onConfirm={(plan) => (chosen ? confirm() : select(plan))}
    />
  );
  const hasBoth = shown.plans.length > 0 && shown.packs.length > 0;
  const planSection = shown.plans.length > 0 && (
    <div key="plans">
      {hasBoth && packsFirst && <h2 className="mb-4 text-2xl">{t('plans')}</h2>}
      {list(shown.plans)}
    </div>
  );
  const packSection = shown.packs.length > 0 && (
    <div key="packs">
      {hasBoth && <h2 className="text-2xl">{t('packs')}</h2>}
      <p className="mt-1 mb-4 text-muted">{t('packsText', { count: messageValue })}</p>
      {list(shown.packs)}
    </div>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm();
  };
  return (
    <form
      onSubmit={submit}
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <fieldset className="min-w-0">
        <legend className="sr-only">{t('choose')}</legend>
        <p className="mb-4 text-sm text-muted lg:hidden">{t('howTo')}</p>
        {failed && (
          <div role="alert">
            <Notice
              tone="warning"
              className="mb-4"
              icon={<CircleAlert aria-hidden="true" />}
              action={
                <Button variant="secondary" onClick={retry}>
                  {t('shell:state.retry')}
                </Button>
              }
            >
              {t('changesFailed')}
            </Notice>
          </div>
        )}
        <div className="space-y-10">
          {packsFirst ? [packSection, planSection] : [planSection, packSection]}
        </div>
        {!all && short.hidden > 0 && (
          <Button variant="ghost" wide className="mt-4" onClick={() => setAsksForAll(true)}>
            {t('seeAll', { count: short.hidden })}
          </Button>
        )}
      </fieldset>
      <Summary plan={selected} change={selected && changes.get(selected.productId)} agePending={agePending} />
    </form>
  );
}

interface Proposing {
  changes: ReadonlyMap<string, Quote>;
  /** Whether a plan is selected before the member has chosen one. */
  proposes: boolean;
}

/** The plan that was proposed or chosen, and the way on from it. */
function useChoice(flow: Flow, plans: readonly RatePlan[], { changes, proposes }: Proposing) {
  const navigate = useNavigate();
  const member = useMember();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const find = (wanted: string | null | undefined) => plans.find(({ productId }) => productId === wanted);
  const proposed = proposes ? (find(firstPlan(flow, member)?.productId) ?? plans[0]) : undefined;
  const selected = find(chosenId) ?? find(rememberedPlan(flow, member)?.productId) ?? proposed;
  return {
    selected,
    chosen: chosenId !== null && selected?.productId === chosenId,
    select: ({ productId }: RatePlan) => setChosenId(productId),
    confirm() {
      if (!selected) return;
      // Where the age has to be confirmed first, the payment page does that and remembers this choice.
      choosePlan(selected);
      const atOnce = paysAtOnce(flow, member, changes.get(selected.productId));
      if (atOnce) openPopup({ name: 'order', plan: selected });
      else void navigate(paths.pay());
    },
  };
}

type PlanListProps = {
  plans: readonly RatePlan[];
  recommended: Shortlist['recommended'];
  changes: ReadonlyMap<string, Quote>;
  selected: RatePlan | undefined;
  onSelect: (plan: RatePlan) => void;
  onConfirm: (plan: RatePlan) => void;
};

/** One below the other, or two in a row at a desk, where an odd last one fills its row. */
function PlanList({ plans, recommended, changes, selected, onSelect, onConfirm }: PlanListProps) {
  const odd = plans.length % 2 === 1 ? plans.at(-1) : undefined;
  return (
    <div className="grid gap-8 xl:grid-cols-2 xl:gap-4">
      {groupsOf(plans).map((group) => (
        <div key={group[0]?.productId} className="grid gap-3 sm:gap-4 xl:contents">
          {group.map((plan) => (
            <div key={plan.productId} className={classNames('grid', plan === odd && 'xl:col-span-2')}>
              <PlanCard
                plan={plan}
                recommended={plan.productId === recommended?.productId ? recommended.why : null}
                change={changes.get(plan.productId)}
                checked={plan.productId === selected?.productId}
                onSelect={() => onSelect(plan)}
                onConfirm={() => onConfirm(plan)}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

type SummaryProps = { plan: RatePlan | undefined; change: Quote | undefined; agePending: boolean };

/**
 * What is selected and the way on: beside the list, or at the foot of a phone. At a desk it stands there from the start, so
 * that nothing moves between the first click and the second.
 */
function Summary({ plan, change, agePending }: SummaryProps) {
  const { t } = useTranslation('plans');
  const money = useMoney();
  return (
    <section
      aria-label={t('summary.title')}
      className={classNames(
        'bg-surface max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:max-lg:-mx-5 sm:max-lg:px-5 lg:sticky lg:top-23 lg:space-y-4 lg:rounded-card lg:p-(--card-padding) lg:shadow-card lg:edge',
        !plan && 'max-lg:hidden',
      )}
    >
      <h2 className="text-xl max-lg:sr-only">{t('summary.title')}</h2>
      {plan && (
        <>
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 max-lg:mb-2 lg:flex-col lg:gap-0">
            <span className="min-w-0 font-semibold text-balance">{plan.name}</span>
            <span className="shrink-0 text-lg font-semibold tabular-nums">
              {t(agePending ? 'summary.afterAge' : 'summary.now', {
                price: money(change?.amountCents ?? plan.totalCents),
              })}
            </span>
          </p>
          <Button type="submit" size="lg" wide iconEnd={<ArrowRight aria-hidden="true" className="size-5" />}>
            {t(agePending ? 'summary.goOnAge' : 'summary.goOn')}
          </Button>
        </>
      )}
      <p className="text-sm text-muted max-lg:hidden">{t('howTo')}</p>
      <p className="text-sm text-muted max-lg:hidden">{t('summary.before')}</p>
    </section>
  );
}

/** What each of these plans would cost a member who has one already, and when it would begin. The server decides that. */
function useChanges(plans: readonly RatePlan[], subscribed: boolean) {
  const { trackerId } = useMember();
  const asked = subscribed ? plans.filter(({ period }) => period !== null) : [];
  const quotes = useQueries({
    queries: asked.map(({ productId }) => ({
      queryKey: [trackerId, 'quote', productId],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(quote, { trackerId, productId }, { signal }),
      staleTime: 0,
    })),
  });
  const changes: ReadonlyMap<string, Quote> = new Map(
    asked.flatMap(({ productId }, index): [string, Quote][] => {
      const data = quotes[index]?.data;
      return data ? [[productId, data]] : [];
    }),
  );
  const lost = quotes.filter(({ isError }) => isError);
  return {
    changes,
    failed: lost.length > 0,
    retry: () => {
      for (const { refetch } of lost) void refetch();
    },
  };
}
