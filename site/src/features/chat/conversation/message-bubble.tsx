import { Image, LockKeyhole } from 'lucide-react';
import { createElement, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Message } from '#contract/chat/messages.ts';
import { noteLockedReply } from '#site/features/billing/purchase-origin.ts';
import { useOpenPaywall } from '#site/shell/paywalls.ts';
import { measure } from '#site/shell/tracking/measure.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { timeWords } from './message-times.ts';
import { PhotoMessage } from './photo-message.tsx';
import type { Said } from './rows.ts';
import { parseSystemHtml } from './system-html.ts';
import type { Shown } from './system-html.ts';

/** The one notice that is HTML. */
const WELCOME = 'benvenuto';

/** The words, and the photo if there is one. */
export function Bubble({ said: { message, progress, last }, name }: { said: Said; name: string }) {
  const { type, photo, text } = message;
  const own = type === 'own';
  return (
    <div
      className={classNames(
        'w-fit min-w-0 overflow-hidden rounded-bubble wrap-anywhere',
        own ? 'ml-auto bg-bubble-mine text-on-bubble-mine' : 'edge bg-bubble-theirs text-ink',
        last && (own ? 'rounded-br-(--corner-bubble-tail)' : 'rounded-bl-(--corner-bubble-tail)'),
        (progress === 'waiting' || progress === 'limited' || progress === 'failed') && 'opacity-75',
      )}
    >
      {photo && <PhotoMessage photo={photo} own={own} name={name} />}
      {text && (
        // Words do not make the bubble wider than the photo, beside which its colour would show as a strip.
        <div className={classNames('px-4 py-2.5', photo && 'w-0 min-w-full')}>
          <Words message={message} />
        </div>
      )}
    </div>
  );
}

function Words({ message: { text, notice } }: { message: Message }) {
  if (notice === WELCOME) return <SystemWords html={text} />;
  return <p className="whitespace-pre-wrap">{text}</p>;
}

/** A reply that has to be paid for. Behind the veil are other letters; the real ones are not here. */
export function LockedBubble({ message: { id, profileId, blurred, photo, at } }: { message: Message }) {
  const { t, i18n } = useTranslation('chat');
  const openPaywall = useOpenPaywall();
  const read = () => {
    measure('blurred_read', { profileId });
    noteLockedReply({ profileId, messageId: id });
    openPaywall('blurred');
  };
  return (
    <div className="rounded-bubble border border-dashed border-accent-text/50 bg-bubble-locked px-4 py-3 text-on-bubble-locked">
      <VisuallyHidden>{t('locked.words')}</VisuallyHidden>
      {blurred && (
        <p
          aria-hidden="true"
          className="line-clamp-4 overflow-hidden px-1 wrap-anywhere whitespace-pre-wrap opacity-70 blur-[5px] select-none"
        >
          {blurred}
        </p>
      )}
      <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <span className="flex items-center gap-2 text-sm font-medium">
          {photo ? (
            <Image aria-hidden="true" className="size-4 shrink-0" />
          ) : (
            <LockKeyhole aria-hidden="true" className="size-4 shrink-0" />
          )}
          {photo ? t('locked.photo') : t('locked.answered')}
        </span>
        <Button size="sm" aria-label={`${t('locked.read')}, ${timeWords(at, i18n.language)}`} onClick={read}>
          {t('locked.read')}
        </Button>
      </div>
    </div>
  );
}

const className = 'font-semibold text-primary-text underline underline-offset-4';
const look = 'space-y-2.5 [&_ol]:list-decimal [&_ol]:pl-[1.25rem] [&_ul]:list-disc [&_ul]:pl-[1.25rem]';

/** The words of the brand, built from the few elements that are allowed in them. */
function SystemWords({ html }: { html: string }) {
  const parts = useMemo(() => parseSystemHtml(html), [html]);
  return createElement('div', { className: look }, ...parts.map(draw));
}

function draw(part: Shown): ReactNode {
  if (typeof part === 'string') return part;
  const children = part.children.map(draw);
  if ('tag' in part) return createElement(part.tag, null, ...(part.tag === 'br' ? [] : children));
  const { href } = part;
  if (href.startsWith('/')) return createElement(Link, { to: href, className }, ...children);
  const elsewhere = { href, className, target: '_blank', rel: 'noopener noreferrer' };
  return createElement('a', elsewhere, ...children);
}
