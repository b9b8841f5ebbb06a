import { Check, CheckCheck, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOpenPaywall } from '../../billing/paywalls.ts';
import { useOnline } from '../../../../../packages/client/use-online.ts';
import { classNames } from '../../../../../packages/ui/class-names.ts';
import type { Progress, Said } from './rows.ts';
import { timeWords } from './time-words.ts';

const ticks = {
  sent: { Icon: Check, words: 'ticks.sent', look: '' },
  delivered: { Icon: CheckCheck, words: 'ticks.delivered', look: '' },
  read: { Icon: CheckCheck, words: 'ticks.read', look: 'text-accent-text' },
} as const;

type TimeAndTicksProps = { said: Said; receiptsHidden: boolean };

/** When it was said, and how far one's own words have come. */
export function TimeAndTicks({ said: { message, progress, newestOwn }, receiptsHidden }: TimeAndTicksProps) {
  const { i18n } = useTranslation('chat');
  if (progress === 'failed' || progress === 'limited') return null;
  return (
    <p className="mt-1 flex items-center gap-1 px-1 text-xs text-muted tabular-nums">
      <time dateTime={new Date(message.at).toISOString()}>{timeWords(message.at, i18n.language)}</time>
      {progress && <Ticks progress={progress} />}
      {receiptsHidden && newestOwn && progress === 'delivered' && <AskForReceipts />}
    </p>
  );
}

function Ticks({ progress }: { progress: Exclude<Progress, 'failed' | 'limited'> }) {
  const { t } = useTranslation('chat');
  const online = useOnline();
  if (progress === 'waiting') {
    return (
      <span className="flex items-center gap-1">
        {` · ${online ? t('ticks.sending') : t('ticks.waiting')}`}
        <Clock aria-hidden="true" className="size-3.5" />
      </span>
    );
  }
  const { Icon, words, look } = ticks[progress];
  return (
    <span className="flex items-center gap-1">
      {` · ${t(words)}`}
      <Icon aria-hidden="true" className={classNames('size-4', look)} />
    </span>
  );
}

/** Where read marks have to be paid for. */
function AskForReceipts() {
  const { t } = useTranslation('chat');
  const openPaywall = useOpenPaywall();
  return (
    <button
      type="button"
      onClick={() => openPaywall('read_receipts')}
      className="relative touch-target ml-1 font-semibold text-primary-text underline underline-offset-4"
    >
      {t('ticks.ask')}
    </button>
  );
}
