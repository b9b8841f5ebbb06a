import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';

/** Beside the list, while none of its conversations is open. */
export function NothingOpen() {
  const { t } = useTranslation('chats');
  return (
    <div className="grid flex-1 place-items-center bg-chat">
      <EmptyState
        icon={<MessagesSquare aria-hidden="true" />}
        title={t('nothingOpen.title')}
        text={t('nothingOpen.text')}
      />
    </div>
  );
}
