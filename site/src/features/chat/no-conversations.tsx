import { MessageCircleHeart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PLAIN_FLOW_ID } from '../../../../contract/kernel/constants.ts';
import { useShell } from '../../shell/boot.ts';
import { ButtonLink } from '../../../../packages/ui/button.tsx';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { paths } from '../../shell/paths.ts';

/** Nobody has written yet, and what brings it about, as far as the member's flow has it. */
export function NoConversations() {
  const { t } = useTranslation('chats');
  const { flow } = useShell();
  const hasDeck = flow.id !== PLAIN_FLOW_ID;
  return (
    <EmptyState
      className="my-auto"
      icon={<MessageCircleHeart aria-hidden="true" />}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <div className="flex flex-col gap-2.5">
          {hasDeck && <ButtonLink to={paths.match}>{t('empty.match')}</ButtonLink>}
          {!flow.invites && (
            <ButtonLink to={paths.find} variant={hasDeck ? 'ghost' : 'primary'}>
              {t('empty.find')}
            </ButtonLink>
          )}
        </div>
      }
    />
  );
}
