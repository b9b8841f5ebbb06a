// A member is told that there is no connection when there is none.

import '../../../packages/ui/toast-viewport.tsx';
import { BottomMenu, DesktopBar, MobileTopBar } from './menus.tsx';
import { PurchaseHeader } from './purchase-header.tsx';

type MemberBarsProps = {
  logoOnly: boolean;
  /** On a phone; a page may have one of its own. */
  topBar: boolean;
  bottomMenu: boolean;
};

/** The bars only members see. They are a file of their own, which visitors never fetch. */
export function MemberBars({ logoOnly, topBar, bottomMenu }: MemberBarsProps) {
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
