// A member is told that there is no connection when there is none.
import '../../../packages/ui/toast-viewport.tsx';
import { BottomMenu, DesktopBar, MobileTopBar } from './menus.tsx';
import { PurchaseHeader } from './purchase-header.tsx';
import { useFlowFrame } from './use-flow-frame.ts';
import { useSocket } from './use-socket.ts';
import { useMessageNews } from '../features/chat/message-news.tsx';
import { useNews } from '../features/notifications/use-news.tsx';
import { useModerationNews } from './use-moderation-news.ts';
import { useFollowedOrigin } from '../features/billing/purchase-origin.ts';
import { usePaymentNews } from './use-payment-news.ts';

type MemberBarsProps = {
  logoOnly: boolean;
  /** On a phone; a page may have one of its own. */
  topBar: boolean;
  bottomMenu: boolean;
};

/** The bars only members see. They are a file of their own, which visitors never fetch. */
export function MemberBars({ logoOnly, topBar, bottomMenu }: MemberBarsProps) {
  useSocket();
  useNews();
  useMessageNews();
  usePaymentNews();
  useFlowFrame();
  useModerationNews();
  useFollowedOrigin();
  return (
    <>
      {logoOnly ? (
        <PurchaseHeader />
      ) : (
        <>
          <DesktopBar />
          {topBar && <MobileTopBar />}
        </>
      )}
      {bottomMenu && <BottomMenu />}
    </>
  );
}
