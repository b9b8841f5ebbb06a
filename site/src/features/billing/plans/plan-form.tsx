import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Quote } from '../../../../../contract/billing/orders.ts';
import type { Flow, RatePlan } from '../../../../../contract/brand/flow.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { paths } from '../../../shell/paths.ts';
import { openPopup } from '../../../shell/popups.ts';
import { useMember } from '../../../shell/session.ts';
import { choosePlan, paysAtOnce, readChosenPlan } from '../chosen-plan.ts';
import { PlanCard } from './plan-card.tsx';
import { groupsOf } from './plan-words.ts';
import { type Shortlist, shortlist } from './shortlist.ts';
import { Summary } from './summary.tsx';
import { useChanges } from './use-changes.ts';

type PlanFormProps = {
  flow: Flow;
  plans: readonly RatePlan[];
  packs: readonly RatePlan[];
  /** Packs are what somebody came for. */
  wantsPacks: boolean;
  /** Has a plan that these would take the place of. */
  subscribed: boolean;
  agePending: boolean;
};

/** What can be bought, as one choice. Nothing is charged here. */
export function PlanForm({ flow, plans, packs, wantsPacks, subscribed, agePending }: PlanFormProps) {
  const { t } = useTranslation('plans');
  const { messageValue } = useMember();
  const changes = useChanges(plans, subscribed);
  const { selected, chosen, select, confirm } = useChoice(flow, [...plans, ...packs], changes);
  const short = shortlist({ plans, packs, wantsPacks, subscribed });
  const [asksForAll, setAsksForAll] = useState(false);
  // What was chosen is always in sight.
  const all = asksForAll || ![...short.plans, ...short.packs].some((plan) => plan === selected);
  const shown = all ? { plans, packs } : short;
  const list = (offers: readonly RatePlan[]) => (
    <PlanList
      plans={offers}
      recommended={short.recommended}
      changes={changes}
      selected={selected}
      onSelect={select}
      // The plan that was proposed counts as selected only once somebody has touched it.
      onConfirm={(plan) => (chosen ? confirm() : select(plan))}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm();
  };
  return (
    <form onSubmit={submit} className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
      <fieldset className="min-w-0">
        <legend className="sr-only">{t('choose')}</legend>
        <p className="mb-4 text-sm text-muted">{t('howTo')}</p>
        {list(shown.plans)}
        {shown.packs.length > 0 && (
          <>
            {shown.plans.length > 0 && <h2 className="mt-10 text-2xl">{t('packs')}</h2>}
            <p className="mt-1 mb-4 text-muted">{t('packsText', { count: messageValue })}</p>
            {list(shown.packs)}
          </>
        )}
        {!all && short.hidden > 0 && (
          <Button variant="ghost" wide className="mt-4" onClick={() => setAsksForAll(true)}>
            {t('seeAll', { count: short.hidden })}
          </Button>
        )}
      </fieldset>
      {selected && (
        <Summary plan={selected} change={changes.get(selected.productId)} agePending={agePending} />
      )}
    </form>
  );
}

/** The plan that was proposed or chosen, and the way on from it. */
function useChoice(flow: Flow, plans: readonly RatePlan[], changes: ReadonlyMap<string, Quote>) {
  const navigate = useNavigate();
  const member = useMember();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const proposed = readChosenPlan(flow, member)?.productId;
  const find = (wanted: string | null | undefined) => plans.find(({ productId }) => productId === wanted);
  const selected = find(chosenId) ?? find(proposed) ?? plans[0];
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

function PlanList({ plans, recommended, changes, selected, onSelect, onConfirm }: PlanListProps) {
  return (
    <div className="space-y-8">
      {groupsOf(plans).map((group) => (
        <div key={group[0]?.productId} className="space-y-3 sm:space-y-4">
          {group.map((plan) => (
            <PlanCard
              key={plan.productId}
              plan={plan}
              recommended={plan.productId === recommended?.productId ? recommended.why : null}
              change={changes.get(plan.productId)}
              checked={plan.productId === selected?.productId}
              onSelect={() => onSelect(plan)}
              onConfirm={() => onConfirm(plan)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
