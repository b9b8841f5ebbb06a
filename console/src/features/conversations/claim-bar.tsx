import { Ban, Forward, Hand, Lock, Timer, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { explain } from '#console/shell/api.ts';
import { Countdown } from '#console/shell/countdown.tsx';
import { KeyButton } from '#console/shell/key-button.tsx';
import { Button } from '#ui/button.tsx';
import type { StaffConversation, useClaim, useRelease } from './conversation-data.ts';
import type { ClaimState } from './use-claim-state.ts';

interface ClaimBarProps {
  conversation: StaffConversation;
  state: ClaimState;
  /** It was this host's, and is no longer. */
  lost: boolean;
  claim: ReturnType<typeof useClaim>;
  release: ReturnType<typeof useRelease>;
  onRelease: () => void;
  onTransfer: () => void;
}

/** Whose the conversation is, for how long, and what can be done about it. */
export function ClaimBar({
  conversation,
  state,
  lost,
  claim,
  release,
  onRelease,
  onTransfer,
}: ClaimBarProps) {
  const { t, i18n } = useTranslation(['conversations', 'shell']);
  const problem = claim.error ?? release.error;
  const { handover } = conversation;
  return (
    <div
      className={`flex flex-col gap-2 border-b border-line px-3 py-2 text-[0.8125rem] lg:px-5 ${lost || state === 'taken' || state === 'closed' ? 'bg-warning-soft text-on-warning-soft' : 'bg-soft/50'}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div role="status" className="flex min-w-0 grow items-center gap-2">
          <ClaimState conversation={conversation} state={state} lost={lost} />
        </div>
        {state === 'held' && (
          <div className="flex flex-wrap gap-1.5">
            <Button
              variant="ghost"
              size="sm"
              className="px-2.5!"
              loading={claim.isPending}
              onClick={() => claim.mutate()}
            >
              {t('claim.renew')}
            </Button>
            <KeyButton variant="secondary" className="px-2.5!" icon={Forward} letter="T" onClick={onTransfer}>
              {t('claim.transfer')}
            </KeyButton>
            <KeyButton
              variant="secondary"
              className="px-2.5!"
              loading={release.isPending}
              icon={Undo2}
              letter="H"
              onClick={onRelease}
            >
              {t('claim.release')}
            </KeyButton>
          </div>
        )}
        {state === 'free' && (
          <KeyButton loading={claim.isPending} icon={Hand} letter="R" onClick={() => claim.mutate()}>
            {t('claim.take')}
          </KeyButton>
        )}
      </div>
      {state === 'held' && handover && (
        <p className="rounded-field bg-primary-soft px-3 py-2 text-on-primary-soft">
          <span className="font-semibold">{t('handover.from', { name: handover.by })}</span>
          {handover.note && <span className="block wrap-anywhere whitespace-pre-wrap">{handover.note}</span>}
        </p>
      )}
      {problem && (
        <p role="alert" className="font-medium text-danger-text">
          {explain(problem, i18n)}
        </p>
      )}
    </div>
  );
}

function ClaimState({ conversation, state, lost }: Pick<ClaimBarProps, 'conversation' | 'state' | 'lost'>) {
  const { t } = useTranslation(['conversations', 'shell']);
  const name = conversation.claim?.name ?? '';
  switch (state) {
    case 'held':
      return (
        <>
          <WithIcon icon={<Timer aria-hidden />}>{t('claim.yours')}</WithIcon>
          <Countdown until={conversation.claim?.until ?? 0} label={t('claim.left')} />
        </>
      );
    case 'taken':
      return (
        <WithIcon icon={<Lock aria-hidden />}>{t(lost ? 'claim.lostTo' : 'claim.taken', { name })}</WithIcon>
      );
    case 'free':
      return lost ? (
        <WithIcon icon={<Timer aria-hidden />}>{t('claim.lost')}</WithIcon>
      ) : (
        <span className="text-muted">{t(conversation.list === 'quiet' ? 'claim.quiet' : 'claim.free')}</span>
      );
    case 'answered':
      return <span className="text-muted">{t('claim.answered')}</span>;
    case 'closed':
      return <WithIcon icon={<Ban aria-hidden />}>{t('claim.closed')}</WithIcon>;
  }
}

function WithIcon({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-center gap-2 font-medium [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      <span>{children}</span>
    </span>
  );
}
