import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#client/query-client.ts';
import { onEvent, onFailure } from '#client/socket-events.ts';
import { paymentDecided } from '#contract/billing/payment-outcome.ts';
import { brandChanged } from '#contract/brand/live.ts';
import type { EventPayload } from '#contract/kernel/event.ts';
import { moderationDecided } from '#contract/moderation/live.ts';
import { useFollowedOrigin } from '#site/features/billing/purchase-origin.ts';
import { useMessageNews } from '#site/features/chat/message-news.tsx';
import { useNews } from '#site/features/notifications/use-news.ts';
import { usePush } from '#site/features/notifications/use-push.ts';
import { whenIdle, whenLoaded } from '#site/lib/when-idle.ts';
import { endRefusedSession } from '#site/shell/api.ts';
import { useAppBadge } from '#site/shell/app-badge.ts';
import { followBrandLater, useShell } from '#site/shell/boot.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { useFlow } from '#site/shell/flow.ts';
import { unreadOfAll } from '#site/shell/me.ts';
import { refreshUser, useMemberQuery } from '#site/shell/member-query.ts';
import { heldStore } from '#site/shell/popups.ts';
import { report } from '#site/shell/report.ts';
import { askForRegion, useMember } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';
import { logCookieChoice } from '#site/shell/tracking/consent.ts';
import { isUnderWay } from '#site/shell/under-way.ts';
import { showFrameLater } from '#site/shell/welcome.ts';
import { useToast } from '#ui/toast.tsx';

/** What goes on as long as a member is here, whatever page they are on: the connection, and all that comes over it. */
export function MemberServices() {
  useSocket();
  useMemberQuery();
  useNews();
  useMessageNews();
  useAppBadge(useMember(unreadOfAll));
  usePush();
  usePaymentNews();
  useModerationNews();
  useBrandUpdates();
  useFlowFrame();
  useFollowedOrigin();
  // The first toast may say that there is no connection, so what shows it is fetched before.
  useEffect(() => whenLoaded(() => void import('#ui/toast-viewport.tsx').catch(() => undefined)), []);
  // What was chosen before signing in is the member's from now on.
  useEffect(() => void logCookieChoice(), []);
  return null;
}

/** Keeps the member's connection open, and the page fresh when the server restarts. */
function useSocket(): void {
  const { socket: address } = useShell().hosts;
  const trackerId = useMember((me) => me.trackerId);
  const { staysAsLeft } = useCurrentRoute();
  // The member's page has no part in the connection: entering or leaving a page must not close it.
  const reload = useEffectEvent(() => {
    if (!staysAsLeft && !isUnderWay()) location.reload();
  });
  useEffect(() => {
    let close = () => {};
    let left = false;
    const open = async () => {
      if (left) return;
      const { openSocket } = await import('#client/socket.ts');
      if (left) return;
      close = openSocket({
        address,
        token: () => storage.get('token'),
        trackerId,
        reload: () => reload(),
        sessionEnded: endRefusedSession,
        report(message) {
          if (navigator.onLine) void report({ subject: 'socket', message });
        },
      });
    };
    // What the member came for is shown first. Without it the site still works; what is new then comes with the next page.
    whenIdle(() => void open().catch(() => undefined));
    return () => {
      left = true;
      close();
    };
  }, [address, trackerId]);
  useEffect(
    () =>
      onFailure(({ code }) => {
        if (code === 'region.missing') askForRegion();
      }),
    [],
  );
}

/** Long enough to read what went wrong and that nothing was taken. */
const FAILURE_SECONDS = 15;

/** Once the page is visible. */
async function pageSeen(): Promise<void> {
  while (document.hidden) {
    await new Promise((resolve) => {
      document.addEventListener('visibilitychange', resolve, { once: true });
    });
  }
}

/**
 * Tells of a payment that was still under way when its page was left, and of a renewal that was declined. The payment's
 * own pages look by themselves.
 */
function usePaymentNews(): void {
  const { i18n } = useTranslation();
  const { staysAsLeft } = useCurrentRoute();
  const toast = useToast();
  const handle = useEffectEvent(async ({ type, outcome }: EventPayload<typeof paymentDecided>) => {
    const isWaitedFor = staysAsLeft || heldStore.get();
    const { refreshMember } = await import('#site/features/billing/billing-data.ts');
    await refreshMember();
    if (isWaitedFor) return;
    const { outcomeWords } = await import('#site/features/billing/pay/outcome.ts');
    await i18n.loadNamespaces('pay');
    const pay = i18n.getFixedT(null, 'pay');
    const { title, text } = outcomeWords(outcome, pay);
    await pageSeen();
    if (type === 'paid') return void toast({ kind: 'success', text: `${title}. ${text}` });
    toast({ kind: 'danger', text: `${pay('refused.notice')} ${title}. ${text}`, seconds: FAILURE_SECONDS });
  });
  // Without the network the next page shows it.
  useEffect(() => onEvent(paymentDecided, (payment) => void handle(payment).catch(() => undefined)), []);
}

const verdicts = {
  profile: { approved: 'verdicts.approved.profile', refused: 'verdicts.refused.profile' },
  change: { approved: 'verdicts.approved.change', refused: 'verdicts.refused.change' },
  photo: { approved: 'verdicts.approved.photo', refused: 'verdicts.refused.photo' },
  // That a photo in a conversation was approved is seen there.
  chat_photo: { approved: null, refused: 'verdicts.refused.chat_photo' },
  review: { approved: 'verdicts.approved.review', refused: 'verdicts.refused.review' },
  appeal: { approved: 'verdicts.approved.appeal', refused: 'verdicts.refused.appeal' },
  sanction: { approved: 'verdicts.approved.sanction', refused: 'verdicts.refused.sanction' },
  verification: { approved: 'verdicts.approved.verification', refused: 'verdicts.refused.verification' },
} as const;

/** Kinds that are approved without a review, so there is nothing to report. The rest a moderator has decided. */
const approvedUnseen: ReadonlySet<string> = new Set(['profile', 'change', 'photo', 'review']);

/** Tells what moderation has decided. */
function useModerationNews(): void {
  const { i18n } = useTranslation();
  const { trackerId, review } = useMember();
  const toast = useToast();
  const handle = useEffectEvent(async ({ what, approved }: EventPayload<typeof moderationDecided>) => {
    const askAgain = (name: string) => queryClient.invalidateQueries({ queryKey: [trackerId, name] });
    // What was decided is shown even where the page cannot be brought up to date.
    await Promise.allSettled([
      what === 'review' ? askAgain('review') : refreshUser(trackerId),
      askAgain('decisions'),
      askAgain('verification'),
    ]);
    const key = verdicts[what][approved ? 'approved' : 'refused'];
    if (key === null || (review.automatic && approved && approvedUnseen.has(what))) return;
    await i18n.loadNamespaces('profile');
    const text = i18n.getFixedT(null, 'profile')(key);
    await pageSeen();
    toast({ kind: approved ? 'success' : 'danger', text });
  });
  // The words may not come without the network; then the next page tells it.
  useEffect(() => onEvent(moderationDecided, (verdict) => void handle(verdict).catch(() => undefined)), []);
}

/** What the brand publishes is there at once, without a reload. */
function useBrandUpdates(): void {
  useEffect(() => onEvent(brandChanged, ({ version }) => followBrandLater(version)), []);
}

/** Shows the page that the member's flow names, if it names one, once a session. */
function useFlowFrame(): void {
  const address = useFlow()?.frameUrl ?? null;
  useEffect(() => {
    if (address !== null) showFrameLater(address);
  }, [address]);
}
