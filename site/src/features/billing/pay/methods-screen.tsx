import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Flow, RatePlan } from '#contract/brand/flow.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { useFlowQuery } from '#site/shell/flow.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useBilling, useMoney } from '../billing-data.ts';
import { readChosenPlan } from '../chosen-plan.ts';
import { MethodMark, useMethodName, usePayOptions } from './method-choice.tsx';
import { methodsFor } from './methods.tsx';
import { NothingToPay } from './nothing-to-pay.tsx';

/** By what the chosen plan can be paid. */
export function MethodsScreen() {
  useTranslation(['pay', 'errors']);
  const { title } = useCurrentRoute();
  const flow = useFlowQuery();
  return (
    <div className="mx-auto w-full max-w-xl px-4 pt-1 pb-10 sm:px-5 sm:py-10">
      <PageHeading className="mb-6">{title}</PageHeading>
      <Loaded query={flow} skeleton={<ListSkeleton />}>
        {(data) => <ForPlan flow={data} />}
      </Loaded>
    </div>
  );
}

function ForPlan({ flow }: { flow: Flow }) {
  const options = usePayOptions();
  const member = useMember();
  const plan = readChosenPlan(flow, member);
  const billing = useBilling({ enabled: member.cardOnFile });
  if (!plan) return <NothingToPay why="noPlan" />;
  const purchase = flow.plans.verification.includes(plan) ? 'verification' : 'plan';
  const sale = { purchase, amountCents: plan.totalCents, period: plan.period } as const;
  const onFile = billing.data?.card ?? null;
  return (
    <Loaded query={options} skeleton={<ListSkeleton />}>
      {({ rules, onDevice }) => (
        <div className="space-y-5">
          <PlanLine plan={plan} />
          <MethodLinks
            offered={methodsFor({ flow, rules, sale, onFile: onFile !== null, onDevice })}
            onFile={onFile}
          />
        </div>
      )}
    </Loaded>
  );
}

function PlanLine({ plan }: { plan: RatePlan }) {
  const { t } = useTranslation('pay');
  const money = useMoney();
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <span className="font-semibold">{plan.name}</span>
      <span className="tabular-nums">{money(plan.totalCents)}</span>
      <Link
        to={paths.purchase}
        className="w-full min-h-11 font-medium text-primary-text underline underline-offset-4"
      >
        {t('methods.otherPlan')}
      </Link>
    </p>
  );
}

type MethodLinksProps = Parameters<typeof useMethodName>[0];

function MethodLinks({ offered, onFile }: MethodLinksProps) {
  const { t } = useTranslation('pay');
  const nameOf = useMethodName({ offered, onFile });
  if (offered.length === 0) return <p className="text-muted">{t('methods.none')}</p>;
  return (
    <ul className="space-y-3">
      {offered.map((method) => (
        <Card as="li" key={method} padded={false} lively>
          <Link
            to={paths.pay({ method })}
            className="flex min-h-16 items-center gap-4 rounded-card px-4 py-3 font-semibold"
          >
            <MethodMark method={method} onFile={onFile} />
            <span className="flex-1">{nameOf(method)}</span>
            <ChevronRight aria-hidden="true" className="size-5 text-muted" />
          </Link>
        </Card>
      ))}
    </ul>
  );
}

function ListSkeleton() {
  return (
    <div className="space-y-3">
      <Skeleton className="mb-5 w-2/3" />
      <Skeleton shape="card" className="h-16 w-full" />
      <Skeleton shape="card" className="h-16 w-full" />
      <Skeleton shape="card" className="h-16 w-full" />
    </div>
  );
}
