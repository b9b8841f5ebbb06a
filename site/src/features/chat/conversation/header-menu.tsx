import { Ban, EllipsisVertical, Flag, Search, Trash2, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useOverlay } from '#client/overlays.ts';
import type { Conversation } from '#contract/chat/conversations.ts';
import { lazyOverlay } from '#site/shell/lazy-part.tsx';
import { Menu } from '#site/shell/menu.tsx';
import { paths } from '#site/shell/paths.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { MenuAction } from '#ui/menu.tsx';
import type { Thread } from '../data/thread.ts';

// Few ask for them, and they bring words of their own.
const ClearDialog = lazyOverlay(async () => (await import('../clear-dialog.tsx')).ClearDialog);
const ReportDialog = lazyOverlay(
  async () => (await import('#site/features/people/report-dialog.tsx')).ReportDialog,
);
const BlockDialog = lazyOverlay(
  async () => (await import('#site/features/people/block-dialog.tsx')).BlockDialog,
);

type HeaderMenuProps = { profileId: string; thread: Thread; onSearch: () => void };

/** What can be done about the other one, and with the conversation. */
export function HeaderMenu({ profileId, thread: { conversation, messages }, onSearch }: HeaderMenuProps) {
  const { t } = useTranslation('chat');
  const navigate = useNavigate();
  const asks = useOverlay<'report' | 'block' | 'clear'>('about-conversation');
  const { screenName, kind, closed } = conversation;
  const close = () => void asks.close();
  const person = { id: profileId, screenName, kind };
  const hasMessages = messages.some(({ type }) => type !== 'like');
  const actions: MenuAction[] = [];
  if (hasPage(conversation)) {
    actions.push({
      label: t('menu.profile'),
      icon: <UserRound aria-hidden="true" />,
      onClick: () => void navigate(paths.person(profileId)),
    });
  }
  if (hasMessages) {
    actions.push({
      label: t('menu.search'),
      icon: <Search aria-hidden="true" />,
      onClick: onSearch,
    });
    actions.push({
      label: t('menu.clear'),
      icon: <Trash2 aria-hidden="true" />,
      onClick: () => asks.open('clear'),
    });
  }
  actions.push({
    label: t('menu.report'),
    icon: <Flag aria-hidden="true" />,
    onClick: () => asks.open('report'),
  });
  if (closed !== 'blocked') {
    actions.push({
      label: t('menu.block'),
      icon: <Ban aria-hidden="true" />,
      tone: 'danger',
      onClick: () => asks.open('block'),
    });
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={t('menu.open')}
            icon={<EllipsisVertical aria-hidden="true" className="size-5" />}
          />
        }
        actions={actions}
      />
      <ClearDialog person={person} open={asks.props === 'clear'} onClose={close} />
      <ReportDialog
        person={person}
        open={asks.props === 'report'}
        onClose={close}
        leadsTo={paths.chats}
        hasMessages={hasMessages}
      />
      <BlockDialog person={person} open={asks.props === 'block'} onClose={close} leadsTo={paths.chats} />
    </>
  );
}

/** Whether there is a profile to look at: not of a person who is gone, was blocked, or waits for moderation. */
export function hasPage({ closed, inReview }: Conversation): boolean {
  return closed !== 'gone' && closed !== 'blocked' && !inReview;
}
