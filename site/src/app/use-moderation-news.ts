import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { moderationDecided } from '../../../contract/moderation/live.ts';
import { onEvent } from '../../../packages/client/socket-events.ts';
import { queryClient } from '../../../packages/client/query-client.ts';
import { refreshUser } from '../shell/member-query.ts';
import { useMember } from '../shell/session.ts';
import { useToast } from '../../../packages/ui/toast.tsx';

const verdicts = {
  profile: { approved: 'verdicts.approved.profile', refused: 'verdicts.refused.profile' },
  change: { approved: 'verdicts.approved.change', refused: 'verdicts.refused.change' },
  photo: { approved: 'verdicts.approved.photo', refused: 'verdicts.refused.photo' },
  // That a photo in a conversation was approved is seen there.
  chat_photo: { approved: null, refused: 'verdicts.refused.chat_photo' },
  review: { approved: 'verdicts.approved.review', refused: 'verdicts.refused.review' },
} as const;

/** Tells what moderation has decided, wherever the member is. Where nobody looks there is nothing to tell of. */
export function useModerationNews(): void {
  const { i18n } = useTranslation();
  const {
    trackerId,
    review: { automatic },
  } = useMember();
  const toast = useToast();
  useEffect(() => {
    const stop = onEvent(moderationDecided, ({ what, approved }) => {
      const tell = async () => {
        if (what === 'review') await queryClient.invalidateQueries({ queryKey: [trackerId, 'review'] });
        else await refreshUser(trackerId);
        const key = verdicts[what][approved ? 'approved' : 'refused'];
        if (automatic || key === null) return;
        await i18n.loadNamespaces('profile');
        const text = i18n.getFixedT(null, 'profile')(key);
        toast({ kind: approved ? 'success' : 'danger', text });
      };
      // Without the network the next page tells it.
      tell().catch(() => undefined);
    });
    return () => void stop();
  }, [automatic, i18n, toast, trackerId]);
}
