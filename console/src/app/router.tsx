import type { RouteObject } from 'react-router';
import { type PageName, pages } from '#console/shell/paths.ts';
import { Crash, NotFound, Opening, WholeCrash } from './problems.tsx';
import { pageNames, routes } from './routes.ts';

/** The table of routes as the router takes it. Every page is a chunk of its own. */
export function createRoutes(): RouteObject[] {
  const describe = (name: PageName): RouteObject => {
    const route = routes[name];
    return {
      path: pages[name],
      handle: route,
      lazy: async () => ({ Component: await route.screen() }),
      children: pageNames.filter((other) => routes[other].within === name).map(describe),
    };
  };
  const outermost = pageNames.filter((name) => routes[name].within === undefined);
  const isPublic = (name: PageName) => routes[name].right === 'visitor';
  return [
    {
      HydrateFallback: Opening,
      ErrorBoundary: WholeCrash,
      children: [
        ...outermost.filter(isPublic).map(describe),
        {
          lazy: async () => ({ Component: (await import('./frame.tsx')).Frame }),
          children: [
            {
              ErrorBoundary: Crash,
              children: [
                ...outermost.filter((name) => !isPublic(name)).map(describe),
                { path: '*', handle: { title: 'notFound.title' }, Component: NotFound },
              ],
            },
          ],
        },
      ],
    },
  ];
}
