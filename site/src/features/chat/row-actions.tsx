import { CheckCheck, EllipsisVertical, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import type { ConversationRow } from '#contract/chat/conversations.ts';
import { explain } from '#site/shell/explain.ts';
import { lazyOverlay } from '#site/shell/lazy-part.tsx';
import { Menu } from '#site/shell/menu.tsx';
import { useMember } from '#site/shell/session.ts';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { MenuAction } from '#ui/menu.tsx';
import { useToast } from '#ui/toast.tsx';
import { markRead } from './data/conversations-data.ts';

const ClearDialog = lazyOverlay(async () => (await import('./clear-dialog.tsx')).ClearDialog);

/** What can be done with a conversation without opening it: in a menu, or beside the row for a finger that swipes it. */
export function RowActions({ row, tabIndex }: { row: ConversationRow; tabIndex: 0 | -1 }) {
  const { t, i18n } = useTranslation(['chats', 'errors']);
  const { trackerId } = useMember();
  const toast = useToast();
  const clearing = useOverlay<string>('clear-conversation');
  const name = row.screenName;
  const read = () =>
    void markRead(trackerId, row).catch((error: unknown) =>
      toast({ kind: 'danger', text: explain(error, i18n) }),
    );
  const actions: MenuAction[] = [];
  if (row.unread > 0) {
    actions.push({ label: t('menu.read'), icon: <CheckCheck aria-hidden="true" />, onClick: read });
  }
  actions.push({
    label: t('menu.clear'),
    icon: <Trash2 aria-hidden="true" />,
    tone: 'danger',
    onClick: () => clearing.open(row.profileId),
  });
  return (
    <>
      <span className="absolute right-1 bottom-1 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:hidden">
        <Menu
          trigger={
            <IconButton
              label={t('menu.open', { name })}
              tabIndex={tabIndex}
              icon={<EllipsisVertical aria-hidden="true" className="size-5" />}
            />
          }
          actions={actions}
        />
      </span>
      <span className="hidden shrink-0 snap-end gap-1 py-1 pl-1 pointer-coarse:flex">
        {actions.map(({ label, icon, tone, onClick }) => (
          <button
            key={label}
            type="button"
            tabIndex={tabIndex}
            aria-label={`${label}, ${name}`}
            onClick={(event) => {
              event.currentTarget.closest('li')?.scrollTo({ left: 0 });
              onClick();
            }}
            className={classNames(
              'grid w-18 place-items-center rounded-field [&>svg]:size-6',
              tone === 'danger'
                ? 'bg-danger-soft text-on-danger-soft'
                : 'bg-primary-soft text-on-primary-soft',
            )}
          >
            {icon}
          </button>
        ))}
      </span>
      <ClearDialog
        person={{ id: row.profileId, screenName: name, kind: row.kind }}
        open={clearing.props === row.profileId}
        onClose={() => void clearing.close()}
      />
    </>
  );
}
