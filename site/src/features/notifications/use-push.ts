import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import { pages, paths } from '#site/shell/paths.ts';
import { onSessionEnd, useMember } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';
import { invitePushLater } from '#site/shell/welcome.ts';

const permission = () => ('Notification' in window ? Notification.permission : 'denied');

/** The tags of the notifications whose news a page shows, as the server gives them. */
function tagsAt(pathname: string): string[] {
  if (pathname === paths.notifications) return ['likes', 'visits'];
  const profileId = matchPath(pages.chat, pathname)?.params.profileId;
  return profileId === undefined ? [] : [`chat:${profileId}`];
}

/** Push messages as long as a member is here. Nothing is fetched for those who have never turned them on. */
export function usePush(): void {
  useSavedDevice();
  useSeenNotifications();
  useInvitation();
}

function useSavedDevice(): void {
  const trackerId = useMember((me) => me.trackerId);
  useEffect(() => {
    if (permission() !== 'granted') return;
    const keep = async () => (await import('./push-device.ts')).keepPushSaved(trackerId);
    // The next page tries again.
    keep().catch(() => undefined);
  }, [trackerId]);
}

/** What is read in the page needs no notification any more. */
function useSeenNotifications(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (permission() !== 'granted') return undefined;
    const tags = tagsAt(pathname);
    const close = async () => {
      if (document.visibilityState !== 'visible' || tags.length === 0) return;
      const { closeNotifications } = await import('./push-device.ts');
      for (const tag of tags) await closeNotifications({ tag });
    };
    const look = () => void close().catch(() => undefined);
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [pathname]);
}

/** A new member with a confirmed address is invited once on a device that could show notifications. */
function useInvitation(): void {
  const confirmed = useMember((me) => me.emailConfirmed);
  useEffect(() => {
    const isDue = storage.get('pushInvitation') === 'due';
    if (isDue && confirmed && 'PushManager' in window && permission() === 'default') invitePushLater();
  }, [confirmed]);
}

onSessionEnd(() => {
  if (permission() !== 'granted') return;
  const forget = async () => (await import('./push-device.ts')).forgetPush();
  forget().catch(() => undefined);
});
