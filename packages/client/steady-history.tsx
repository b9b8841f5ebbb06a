import { type ReactNode, use, useMemo } from 'react';
import {
  type Navigator,
  type createBrowserRouter,
  UNSAFE_NavigationContext as NavigationContext,
} from 'react-router';
import { onceStill, traverse } from './traversal.ts';

/** Links and `navigate` of everything within wait while the browser goes back or forward, so that none of them is lost. */
export function SteadyHistory({ children }: { children: ReactNode }) {
  const router = use(NavigationContext);
  const steady = useMemo(() => ({ ...router, navigator: steadyNavigator(router.navigator) }), [router]);
  return <NavigationContext value={steady}>{children}</NavigationContext>;
}

function steadyNavigator(navigator: Navigator): Navigator {
  const moves: Pick<Navigator, 'go' | 'push' | 'replace'> = {
    go: (delta) => onceStill(() => void traverse(() => navigator.go(delta))),
    push: (...to) => onceStill(() => navigator.push(...to)),
    replace: (...to) => onceStill(() => navigator.replace(...to)),
  };
  return Object.assign(Object.create(navigator) as Navigator, moves);
}

type DataRouter = ReturnType<typeof createBrowserRouter>;

/** The same for a router that keeps its pages itself, which asks no context. */
export function makeSteady(router: DataRouter): DataRouter {
  const navigate = router.navigate.bind(router) as (...to: unknown[]) => Promise<void>;
  router.navigate = (...to: unknown[]) =>
    new Promise<void>((resolve, reject) => {
      onceStill(() => {
        const [delta] = to;
        const moved = typeof delta === 'number' ? traverse(() => void navigate(...to)) : navigate(...to);
        moved.then(resolve, reject);
      });
    });
  return router;
}
