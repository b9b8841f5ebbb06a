import { Image, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Message, QuotedMessage } from '#contract/chat/messages.ts';
import { QUOTE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { IconButton } from '#ui/icon-button.tsx';

/** A message as an answer shows it, where the page knows the whole of it. */
export function quoteOf({ number, type, text, photo, blurred }: Message): QuotedMessage {
  const line = text.slice(0, QUOTE_MAX_LETTERS).replaceAll(/\s+/g, ' ').trim();
  return {
    number,
    own: type === 'own',
    text: line.replace(/[\uD800-\uDBFF]$/, ''),
    attachment: photo ? 'photo' : null,
    withheld: blurred !== null,
    gone: false,
  };
}

type QuotedProps = { quoted: QuotedMessage; name: string; onJump: (number: number) => void };

/** What a message answers, above its own words. It leads there. */
export function Quoted({ quoted, name, onJump }: QuotedProps) {
  const { t } = useTranslation('chat');
  return (
    <button
      type="button"
      disabled={quoted.gone}
      onClick={() => onJump(quoted.number)}
      aria-label={quoted.gone ? undefined : t('quote.jump', { text: quoted.text || t('quote.message') })}
      className="block w-full min-w-36 border-l-3 border-accent bg-[color-mix(in_oklab,currentColor_9%,transparent)] px-3.5 py-2 text-left text-sm transition-colors enabled:hover:bg-[color-mix(in_oklab,currentColor_15%,transparent)] -outline-offset-3"
    >
      <QuotedWords quoted={quoted} name={name} />
    </button>
  );
}

type AnsweredCardProps = { quoted: QuotedMessage; name: string; onRemove: () => void };

/** What is about to be answered, above the words that are being written. */
export function AnsweredCard({ quoted, name, onRemove }: AnsweredCardProps) {
  const { t } = useTranslation('chat');
  return (
    <div
      role="group"
      aria-label={t('quote.answering')}
      className="mb-2 flex animate-rise items-center gap-1 rounded-field border-l-3 border-accent bg-soft py-1 pl-3.5 text-sm text-ink"
    >
      <span className="min-w-0 flex-1">
        <QuotedWords quoted={quoted} name={name} />
      </span>
      <IconButton
        label={t('quote.cancel')}
        icon={<X aria-hidden="true" className="size-4" />}
        onClick={onRemove}
      />
    </div>
  );
}

function QuotedWords({ quoted, name }: Pick<QuotedProps, 'quoted' | 'name'>) {
  const { t } = useTranslation('chat');
  const { own, text, attachment, withheld, gone } = quoted;
  return (
    <>
      <span className="block truncate font-semibold">{own ? t('quote.you') : name}</span>
      <span className="line-clamp-2 wrap-anywhere">
        {attachment === 'photo' && (
          <Image aria-hidden="true" className="mr-1.5 inline size-4 align-[-0.2em]" />
        )}
        {gone ? t('quote.gone') : withheld ? t('quote.withheld') : text || t('quote.photo')}
      </span>
    </>
  );
}
