import { useTranslation } from 'react-i18next';
import type { CardOnFile } from '#contract/billing/member-billing.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { methods } from './methods.tsx';
import { NetworkMark, isDrawn, networkName } from './network-mark.tsx';

/** By what is paid at once: the card or the method that was kept, as far as its holder knows it. */
export function OnFileLine({ card }: { card: CardOnFile }) {
  const { t } = useTranslation('pay');
  const expiry = expiryText(card);
  return (
    <div className="flex items-center gap-3 border-t-(length:--stroke) border-line px-4 py-3">
      <OnFileMark card={card} />
      <p className="min-w-0">
        <span className="block text-sm text-muted">{t('direct.with')}</span>
        <span className="font-semibold">
          <OnFileName card={card} />
        </span>
      </p>
      {expiry && (
        <span className="ml-auto shrink-0 text-sm text-muted tabular-nums">
          {t('methods.until', { date: expiry })}
        </span>
      )}
    </div>
  );
}

/** The mark of what was kept: the network's, or the method's. */
export function OnFileMark({ card: { kind, network } }: { card: Pick<CardOnFile, 'kind' | 'network'> }) {
  return (
    <span aria-hidden="true" className="shrink-0">
      {kind === 'card' && isDrawn(network) ? <NetworkMark network={network} /> : methods[kind].mark}
    </span>
  );
}

/** What was kept, by its name and its last digits. */
export function OnFileName({ card }: { card: CardOnFile }) {
  const { t } = useTranslation('pay');
  const { lastFour } = card;
  return (
    <>
      {keptName(card, t(methods[card.kind].words))}
      {lastFour && (
        <>
          <span aria-hidden="true" className="tabular-nums">
            {' '}
            •••• {lastFour}
          </span>
          <VisuallyHidden>{t('direct.endsIn', { digits: lastFour })}</VisuallyHidden>
        </>
      )}
    </>
  );
}

/** The same as a text, where it must be short. */
export function useOnFileText(): (card: CardOnFile) => string {
  const { t } = useTranslation('pay');
  return (card) => {
    const name = keptName(card, t(methods[card.kind].words));
    return card.lastFour ? `${name} •••• ${card.lastFour}` : name;
  };
}

/** A card is called by its network where that is known, everything else by its own name. */
export function keptName(
  { kind, network }: Pick<CardOnFile, 'kind' | 'network'>,
  methodName: string,
): string {
  if (network === null) return methodName;
  return kind === 'card' ? networkName(network) : `${methodName}, ${networkName(network)}`;
}

/** As it is embossed: 03/30. */
export function expiryText({ expiryMonth, expiryYear }: Pick<CardOnFile, 'expiryMonth' | 'expiryYear'>) {
  if (expiryMonth === null || expiryYear === null) return undefined;
  return `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear % 100).padStart(2, '0')}`;
}
