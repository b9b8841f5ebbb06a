/** A moderator who looks at a case has it for a while, and for as long as they go on looking. */

import { Timer } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Countdown, useSecondsLeft } from '#console/shell/countdown.tsx';
import type { CaseKey } from '#contract/moderation/cases.ts';
import { Button } from '#ui/button.tsx';
import { caseName, release } from './moderation-data.ts';

const RENEW_MS = 60_000;
/** Pages of this name that are open. One that opens again at once has not been left. */
const openCases = new Map<string, number>();

/** A case stays with the moderator who looks at it, and is released when they leave it. */
export function useKeepClaim(place: CaseKey, renew: () => unknown): void {
  const name = caseName(place);
  const { brand, kind, id } = place;
  useEffect(() => {
    const count = (by: number) => openCases.set(name, (openCases.get(name) ?? 0) + by);
    const releaseClaim = () => release({ brand, kind, id });
    count(1);
    window.addEventListener('pagehide', releaseClaim);
    return () => {
      count(-1);
      window.removeEventListener('pagehide', releaseClaim);
      setTimeout(() => {
        if ((openCases.get(name) ?? 0) > 0) return;
        openCases.delete(name);
        releaseClaim();
      });
    };
  }, [name, brand, kind, id]);
  useEffect(() => {
    let isActive = false;
    const noteActivity = () => (isActive = true);
    const timer = setInterval(() => {
      if (isActive) renew();
      isActive = false;
    }, RENEW_MS);
    const signs = ['keydown', 'pointermove', 'pointerdown', 'wheel'] as const;
    signs.forEach((sign) => window.addEventListener(sign, noteActivity));
    return () => {
      clearInterval(timer);
      signs.forEach((sign) => window.removeEventListener(sign, noteActivity));
    };
  }, [renew]);
}

interface ClaimTimeProps {
  until: number;
  renew: () => unknown;
  isRenewing: boolean;
}

/** How long the case is still this moderator's. After that any moderator may take it. */
export function ClaimTime({ until, renew, isRenewing }: ClaimTimeProps) {
  const { t } = useTranslation('moderation');
  const isOver = useSecondsLeft(until) === 0;
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-[0.8125rem]">
      <Timer aria-hidden className="size-4 shrink-0 text-muted" />
      <span role="status" className={`font-medium ${isOver ? 'text-danger-text' : ''}`}>
        {t(isOver ? 'claim.over' : 'claim.yours')}
      </span>
      {!isOver && <Countdown until={until} label={t('claim.left')} />}
      <Button variant="ghost" size="sm" className="px-2.5!" loading={isRenewing} onClick={() => renew()}>
        {t(isOver ? 'claim.again' : 'claim.renew')}
      </Button>
    </div>
  );
}
