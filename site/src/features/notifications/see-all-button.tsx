import { CheckCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { explain } from '../../shell/explain.ts';
import { unreadNotifications } from '../../shell/me.ts';
import { seeNotifications } from './notifications-data.ts';
import { useMember } from '../../shell/session.ts';
import { Button } from '../../../../packages/ui/button.tsx';
import { useToast } from '../../../../packages/ui/toast.tsx';

/** Marks everything as seen, where there is something that was not. */
export function SeeAllButton() {
  const { t, i18n } = useTranslation(['notifications', 'shell', 'errors']);
  const { trackerId } = useMember();
  const toast = useToast();
  const unread = useMember(unreadNotifications);
  if (unread === 0) return null;
  const seeAll = () =>
    seeNotifications(trackerId, {}).catch((error: unknown) =>
      toast({ kind: 'danger', text: explain(error, i18n) }),
    );
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={<CheckCheck aria-hidden="true" className="size-5" />}
      onClick={() => void seeAll()}
      className="ml-auto"
    >
      {t('markAll')}
    </Button>
  );
}
