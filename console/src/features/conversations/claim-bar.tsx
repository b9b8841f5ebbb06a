import { Hand, Lock, Timer, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../../packages/client/clock.ts';
import { Button } from '../../../../packages/ui/button.tsx';
import { explain } from '../../shell/api.ts';
import { Keys } from '../../shell/keys.tsx';
import type { StaffConversation, useClaim, useRelease } from './conversation-data.ts';

interface ClaimBarProps {
  conversation: StaffConversation;
  held: boolean;
  claim: ReturnType<typeof useClaim>;
  release: ReturnType<typeof useRelease>;
}

/** Whose the conversation is, for how long, and what can be done about it. */
export function ClaimBar({ conversation, held, claim, release }: ClaimBarProps) {
  const { t, i18n } = useTranslation(['conversations', 'shell']);
  const holder = conversation.claim;
  const problem = claim.error ?? release.error;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-soft/50 px-3 py-2 text-[13px] lg:px-5">
      <div role="status" className="flex min-w-0 flex-1 items-center gap-2">
        {held && holder ? (
          <Countdown until={holder.until} />
        ) : holder ? (
          <>
            <Lock aria-hidden className="size-4 shrink-0" />
            <span className="font-medium">{t('claim.taken', { name: holder.name })}</span>
          </>
        ) : (
          <span className="text-muted">
            {t(conversation.waitingSince === null ? 'claim.nobodyWaits' : 'claim.free')}
          </span>
        )}
      </div>
      {held && (
        <>
          <Button variant="ghost" size="sm" loading={claim.isPending} onClick={() => claim.mutate()}>
            {t('claim.renew')}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            loading={release.isPending}
            icon={<Undo2 aria-hidden className="size-4" />}
            onClick={() => release.mutate()}
          >
            {t('claim.release')}
            <Keys keys={['H']} />
          </Button>
        </>
      )}
      {!holder && conversation.waitingSince !== null && (
        <Button
          size="sm"
          loading={claim.isPending}
          icon={<Hand aria-hidden className="size-4" />}
          onClick={() => claim.mutate()}
        >
          {t('claim.take')}
          <Keys keys={['R']} />
        </Button>
      )}
      {problem && (
        <p role="alert" className="w-full font-medium text-danger-text">
          {explain(problem, i18n)}
        </p>
      )}
    </div>
  );
}

const SECOND_MS = 1_000;
const HURRY_SECONDS = 30;

function Countdown({ until }: { until: number }) {
  const { t } = useTranslation(['conversations', 'shell']);
  const left = useSecondsLeft(until);
  const minutes = Math.floor(left / 60);
  const seconds = String(left % 60).padStart(2, '0');
  return (
    <>
      <Timer aria-hidden className="size-4 shrink-0" />
      <span className="font-medium">{t('claim.yours')}</span>
      <span
        role="timer"
        aria-label={t('claim.left')}
        className={`tabular-nums ${left <= HURRY_SECONDS ? 'font-semibold text-danger-text' : 'text-muted'}`}
      >
        {`${minutes}:${seconds}`}
      </span>
    </>
  );
}

function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / SECOND_MS));
}
