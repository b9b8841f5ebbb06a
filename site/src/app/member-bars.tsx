import { DesktopBar } from './desktop-bar.tsx';
import { BottomMenu, MobileTopBar } from './mobile-bars.tsx';
import { PurchaseHeader } from './purchase-header.tsx';
import { useLive } from './use-live.ts';
import { useNews } from './use-news.tsx';

/** The bars only members see. They are a file of their own, which visitors never fetch. */
export function MemberBars({ logoOnly, bottomMenu }: { logoOnly: boolean; bottomMenu: boolean }) {
  useLive();
  useNews();
  return (
    <>
      {logoOnly ? (
        <PurchaseHeader />
      ) : (
        <>
          <DesktopBar />
          <MobileTopBar />
        </>
      )}
      {bottomMenu && <BottomMenu />}
    </>
  );
}
