import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import type { Flow } from '../../../../../contract/brand/flow.ts';
import { useFlowQuery } from '../../../shell/flow.ts';
import { Loaded } from '../../../shell/loaded.tsx';
import { useMember } from '../../../shell/session.ts';
import { NothingToPay } from './nothing-to-pay.tsx';
import { PayGround } from './pay-ground.tsx';
import { PaySkeleton } from './pay-skeleton.tsx';
import { purposeOf } from './purpose.ts';

/** Where an order is looked at once more, and paid. */
export function PayScreen() {
  // The sentences for failures must be there before there is something to explain.
  useTranslation(['pay', 'errors', 'account']);
  const { search } = useLocation();
  const flow = useFlowQuery();
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-4 pb-10 sm:px-5 sm:py-8">
      <Loaded query={flow} skeleton={<PaySkeleton />}>
        {(data) => <Pay key={search} flow={data} />}
      </Loaded>
    </div>
  );
}

function Pay({ flow }: { flow: Flow }) {
  const user = useMember();
  const [query] = useSearchParams();
  // As it was when the page opened: paying changes which plans are offered.
  const [purpose] = useState(() => purposeOf(query, flow, user));
  if (!purpose) return <NothingToPay why="noPlan" />;
  return <PayGround flow={flow} purpose={purpose} />;
}
