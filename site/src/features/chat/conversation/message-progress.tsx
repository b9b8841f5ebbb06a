import { Check, CheckCheck, CircleAlert, Clock, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useNow } from '#client/clock.ts';
import { useOnline } from '#client/use-online.ts';
import type { ErrorCode } from '#contract/kernel/errors.ts';
import { paths } from '#site/shell/paths.ts';
import { useOpenPaywall } from '#site/shell/paywalls.ts';
import { openPopup } from '#site/shell/popups.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { type Posted, discard, returnToComposer, retry } from '../data/outbox.ts';
import { cutPreview } from '../data/row-words.ts';
import { timeWords } from './message-times.ts';
import type { Progress, Said } from './rows.ts';

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

type Remedy = 'retry' | 'edit' | 'profile' | 'plans' | 'regions' | 'region' | 'safety';

/** Why a message was not sent, and what the writer can do about it. Anything else is our fault, and worth another try. */
const failures = {
  'chat.closed': { words: 'failed.closed', remedy: null },
  'request.not_found': { words: 'failed.gone', remedy: null },
  'profile.refused': { words: 'failed.profile', remedy: 'profile' },
  'profile.locked': { words: 'failed.locked', remedy: 'plans' },
  'search.region_locked': { words: 'failed.elsewhere', remedy: 'regions' },
  'chat.photo_unknown': { words: 'failed.photo', remedy: 'edit' },
  'request.malformed': { words: 'failed.tooLong', remedy: 'edit' },
  'request.too_large': { words: 'failed.tooLong', remedy: 'edit' },
  'account.paused': { words: 'failed.paused', remedy: 'safety' },
  'region.missing': { words: 'failed.region', remedy: 'region' },
  'server.fault': { words: 'failed.server', remedy: 'retry' },
} as const satisfies Partial<Record<ErrorCode, { words: string; remedy: Remedy | null }>>;

const isNamed = (reason: string | null): reason is keyof typeof failures =>
  reason !== null && Object.hasOwn(failures, reason);

const look = { size: 'sm', variant: 'ghost', className: 'px-2!' } as const;

/** Under a message that was not sent: why, and what can be done. */
export function FailedNote({ posted, name }: { posted: Posted; name: string }) {
  const { t } = useTranslation('chat');
  const { words, remedy } = failures[isNamed(posted.reason) ? posted.reason : 'server.fault'];
  // Several may have failed: each button says which message it is about.
  const about = (label: string) => [label, cutPreview(posted.text)].filter(Boolean).join(', ');
  const navigate = useNavigate();
  const openPaywall = useOpenPaywall();
  const remedies = {
    retry: { label: t('failed.retry'), act: () => retry(posted) },
    edit: { label: t('failed.edit'), act: () => returnToComposer(posted) },
    profile: { label: t('failed.toProfile'), act: () => void navigate(paths.profile()) },
    plans: { label: t('failed.toPlans'), act: () => openPaywall('profile_locked') },
    regions: { label: t('failed.toPlans'), act: () => openPaywall('change_region') },
    safety: { label: t('failed.toSafety'), act: () => void navigate(paths.safety()) },
    region: { label: t('failed.setRegion'), act: () => openPopup({ name: 'set_region' }) },
  } satisfies Record<Remedy, { label: string; act: () => void }>;
  // What was done elsewhere (a profile corrected, a plan bought) lets the same message go out.
  const offered =
    remedy && (remedy === 'retry' || remedy === 'edit' ? [remedy] : ([remedy, 'retry'] as const));
  return (
    <div role="alert" className="mt-1 max-w-[88%] text-right text-sm text-danger-text sm:max-w-[78%]">
      <p>
        <CircleAlert aria-hidden="true" className="mr-1.5 inline size-4 align-[-0.2em]" />
        {t(words, { name })}
      </p>
      <p className="-mr-2 flex flex-wrap justify-end gap-x-1">
        {offered?.map((one) => (
          <Button key={one} {...look} aria-label={about(remedies[one].label)} onClick={remedies[one].act}>
            {remedies[one].label}
          </Button>
        ))}
        <Button {...look} aria-label={about(t('failed.delete'))} onClick={() => discard(posted)}>
          {t('failed.delete')}
        </Button>
      </p>
    </div>
  );
}

/** Up to here "in a few seconds" is true. */
const SOON_MS = 45_000;

/** Too many messages in a short time: why it waits, and when it goes out by itself. */
export function LimitedNote({ sendsAt }: { sendsAt: number }) {
  const { t, i18n } = useTranslation('chat');
  const isSoon = sendsAt - useNow() < SOON_MS;
  return (
    <p role="status" className="mt-1 flex max-w-[88%] items-center justify-end gap-1.5 text-sm text-muted">
      <Hourglass aria-hidden="true" className="size-4 shrink-0" />
      {isSoon ? t('limited.soon') : t('limited.at', { time: timeWords(sendsAt, i18n.language) })}
    </p>
  );
}
