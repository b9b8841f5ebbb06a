import { Check, CircleSlash, Gavel, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyButton } from '#console/shell/key-button.tsx';
import { Keys, useKeys } from '#console/shell/keys.tsx';
import { verdictsOf } from '#contract/moderation/cases.ts';
import type { ModerationCase, Verdict } from '#contract/moderation/cases.ts';
import { refusalReasons } from '#contract/moderation/refusals.ts';
import type { RefusalReason } from '#contract/moderation/refusals.ts';
import { Button } from '#ui/button.tsx';
import type { VerdictActions } from './verdict-actions.ts';

interface VerdictButtonsProps {
  actions: VerdictActions;
  cases: readonly ModerationCase[];
  from: 'case' | 'list';
  /** The keys belong to others at this moment. */
  idle?: boolean;
  onDecided?: () => void;
}

/** What can be said about all of these cases, a key each. Refusing asks for the reason first. */
export function VerdictButtons({
  actions: { decide, isBusy },
  cases,
  from,
  idle = false,
  onDecided,
}: VerdictButtonsProps) {
  const { t } = useTranslation('moderation');
  const [choosing, setChoosing] = useState(false);
  const may = (verdict: Verdict) => cases.every(({ kind }) => verdictsOf[kind].includes(verdict));
  const say = (verdict: Verdict, reason?: RefusalReason) => {
    if (isBusy) return;
    setChoosing(false);
    decide({ cases, verdict, ...(reason && { reason }) }, from);
    onDecided?.();
  };
  useKeys(
    idle
      ? {}
      : {
          a: may('approve') ? () => say('approve') : undefined,
          c: may('dismiss') ? () => say('dismiss') : undefined,
          p: may('uphold') ? () => say('uphold') : undefined,
          r: may('refuse') ? () => setChoosing(true) : undefined,
        },
  );
  return (
    <>
      {may('approve') && (
        <KeyButton disabled={isBusy} icon={Check} letter="A" onClick={() => say('approve')}>
          {t('verdict.approve')}
        </KeyButton>
      )}
      {may('refuse') && (
        <KeyButton
          variant="danger"
          disabled={isBusy}
          aria-expanded={choosing}
          icon={X}
          letter="R"
          onClick={() => setChoosing((open) => !open)}
        >
          {t('verdict.refuse')}
        </KeyButton>
      )}
      {may('dismiss') && (
        <KeyButton
          variant="secondary"
          disabled={isBusy}
          icon={CircleSlash}
          letter="C"
          onClick={() => say('dismiss')}
        >
          {t('verdict.dismiss')}
        </KeyButton>
      )}
      {may('uphold') && (
        <KeyButton
          variant="secondary"
          disabled={isBusy}
          icon={Gavel}
          letter="P"
          onClick={() => say('uphold')}
        >
          {t('verdict.uphold')}
        </KeyButton>
      )}
      {choosing && (
        <ReasonChoice
          reasons={refusalReasons}
          nameOf={(reason) => t(`refusals.${reason}`)}
          onChoose={(reason) => say('refuse', reason)}
          onClose={() => setChoosing(false)}
          idle={idle}
        />
      )}
    </>
  );
}

interface ReasonChoiceProps<Reason extends string> {
  reasons: readonly Reason[];
  nameOf: (reason: Reason) => string;
  onChoose: (reason: Reason) => void;
  onClose: () => void;
  idle?: boolean;
}

/** Why something is refused, 1 for the first. */
export function ReasonChoice<Reason extends string>({
  reasons,
  nameOf,
  onChoose,
  onClose,
  idle = false,
}: ReasonChoiceProps<Reason>) {
  const { t } = useTranslation('moderation');
  const digits = reasons.map((reason, index) => [String(index + 1), () => onChoose(reason)] as const);
  useKeys(idle ? {} : { ...Object.fromEntries(digits), Escape: onClose });
  return (
    <div
      role="group"
      aria-label={t('reason')}
      className="order-first flex w-full flex-wrap items-center gap-1.5"
    >
      <span className="w-full text-[0.8125rem] font-medium text-muted">{t('reason')}</span>
      {reasons.map((reason, index) => (
        <Button key={reason} size="sm" variant="secondary" onClick={() => onChoose(reason)}>
          <Keys keys={[String(index + 1)]} />
          {nameOf(reason)}
        </Button>
      ))}
    </div>
  );
}
