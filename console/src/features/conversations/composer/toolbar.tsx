import {
  CalendarClock,
  Eye,
  Heart,
  Image,
  Languages,
  MessageSquareText,
  Sparkles,
  TextQuote,
} from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#client/clock.ts';
import { DAY } from '#client/dates.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useIsDialogOpen } from '#ui/open-dialogs.ts';
import { Spinner } from '#ui/spinner.tsx';
import { useToast } from '#ui/toast.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import type { Place, StaffConversation } from '../conversation-data.ts';
import { toggleTranslates, useTranslates } from './translation.tsx';
import { type WritingAids, useAct } from './writing-data.ts';

interface ToolbarProps {
  place: Place;
  conversation: StaffConversation;
  aids: WritingAids | undefined;
  held: boolean;
  hasText: boolean;
  isDrafting: boolean;
  isTranslating: boolean;
  onSnippets: () => void;
  onDraft: () => void;
  onTranslate: () => void;
  onAlbum: () => void;
  onSchedule: () => void;
  onHonest: () => void;
}

/** The writing aids, each with its keyboard shortcut. Without a language model its aids are left out. */
export function Toolbar(props: ToolbarProps) {
  const { aids, held, hasText, isDrafting, isTranslating } = props;
  const { t, i18n } = useTranslation(['composer']);
  const translates = useTranslates();
  // A host who writes in the member's language needs no translation.
  const isForeign = aids !== undefined && aids.language !== i18n.language;
  const hasModel = aids?.model === true;
  const draft = held && hasModel && !isDrafting ? props.onDraft : undefined;
  const translate =
    held && hasModel && isForeign && hasText && !isTranslating ? props.onTranslate : undefined;
  useAltKeys({
    D: draft,
    T: translate,
    M: hasModel ? toggleTranslates : undefined,
    P: held ? props.onAlbum : undefined,
    S: held && hasText ? props.onSchedule : undefined,
    H: held && aids ? props.onHonest : undefined,
  });
  return (
    <div role="toolbar" aria-label={t('tools')} className="-ms-1.5 flex flex-wrap items-center">
      <ToolButton
        label={t('snippets.open')}
        keys="/"
        icon={<TextQuote aria-hidden />}
        disabled={!held}
        onClick={props.onSnippets}
      />
      {hasModel && (
        <>
          <ToolButton
            label={t('draft.ask')}
            keys="Alt+D"
            icon={<Sparkles aria-hidden />}
            loading={isDrafting}
            disabled={!draft}
            onClick={props.onDraft}
          />
          {isForeign && (
            <ToolButton
              label={t('translation.reply')}
              keys="Alt+T"
              icon={<Languages aria-hidden />}
              loading={isTranslating}
              disabled={!translate}
              onClick={props.onTranslate}
            />
          )}
          <ToolButton
            label={t('translation.messages')}
            keys="Alt+M"
            icon={<MessageSquareText aria-hidden />}
            pressed={translates}
            onClick={toggleTranslates}
          />
        </>
      )}
      <ToolButton
        label={t('photo.pick')}
        keys="Alt+P"
        icon={<Image aria-hidden />}
        disabled={!held}
        onClick={props.onAlbum}
      />
      <ToolButton
        label={t('schedule.open')}
        keys="Alt+S"
        icon={<CalendarClock aria-hidden />}
        disabled={!held || !hasText}
        onClick={props.onSchedule}
      />
      <ActButtons place={props.place} conversation={props.conversation} aids={aids} />
    </div>
  );
}

/** Sends a like or a visit as the profile. */
function ActButtons({ place, conversation, aids }: Pick<ToolbarProps, 'place' | 'conversation' | 'aids'>) {
  const { t } = useTranslation(['composer']);
  const toast = useToast();
  const { like, visit } = useAct(place, conversation);
  const name = conversation.profile.screenName;
  const isLiked = aids?.liked === true;
  const now = useNow();
  const visitedAt = aids?.visitedAt ?? null;
  const isVisited = visitedAt !== null && now - visitedAt < DAY;
  const giveLike = () =>
    like.mutate(undefined, {
      onSuccess: ({ matched }) =>
        void toast({ kind: 'success', text: matched ? t('act.matched') : t('act.likeDone', { name }) }),
    });
  const giveVisit = () =>
    visit.mutate(undefined, {
      onSuccess: () => void toast({ kind: 'success', text: t('act.visitDone', { name }) }),
    });
  const mayLike = aids !== undefined && !isLiked && !like.isPending;
  const mayVisit = aids !== undefined && !isVisited && !visit.isPending;
  useAltKeys({ L: mayLike ? giveLike : undefined, V: mayVisit ? giveVisit : undefined });
  return (
    <>
      <ToolButton
        label={isLiked ? t('act.liked', { name }) : t('act.like')}
        keys="Alt+L"
        icon={<Heart aria-hidden className={isLiked ? 'fill-current' : ''} />}
        loading={like.isPending}
        disabled={!mayLike}
        onClick={giveLike}
      />
      <ToolButton
        label={t(isVisited ? 'act.visited' : 'act.visit')}
        keys="Alt+V"
        icon={<Eye aria-hidden />}
        loading={visit.isPending}
        disabled={!mayVisit}
        onClick={giveVisit}
      />
    </>
  );
}

interface ToolButtonProps {
  label: string;
  /** As `aria-keyshortcuts` spells it: `Alt+D`. */
  keys: string;
  icon: ReactNode;
  onClick: () => void;
  loading?: boolean;
  disabled?: boolean;
  pressed?: boolean;
}

/** A tool of the composer. Its name and its key stand in the tooltip. */
function ToolButton({ label, keys, icon, onClick, loading, disabled, pressed }: ToolButtonProps) {
  const closed = disabled === true || loading === true;
  return (
    <Tooltip text={`${label} · ${keys}`}>
      <IconButton
        label={label}
        aria-keyshortcuts={keys}
        aria-disabled={closed || undefined}
        aria-busy={loading || undefined}
        aria-pressed={pressed}
        icon={loading ? <Spinner size="sm" /> : icon}
        onClick={() => {
          if (!closed) onClick();
        }}
        className="size-9! text-muted aria-disabled:cursor-not-allowed aria-disabled:opacity-50 aria-pressed:bg-primary-soft aria-pressed:text-on-primary-soft pointer-coarse:size-11! [&_svg]:size-4.5"
      />
    </Tooltip>
  );
}

/** A tool of the composer by its letter: `D` is Alt+D. */
type AltKey = 'D' | 'H' | 'L' | 'M' | 'P' | 'S' | 'T' | 'V';

/**
 * What letters with Alt do, also while the host writes. By the key's place rather than its sign: with Alt some keyboards
 * write another letter.
 */
function useAltKeys(actions: Readonly<Partial<Record<AltKey, (() => void) | undefined>>>): void {
  const isDialogOpen = useIsDialogOpen();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isDialogOpen || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const act = actions[event.code.replace(/^Key/, '') as AltKey];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
