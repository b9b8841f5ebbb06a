import type { RouteObject } from 'react-router';
import { SignIn } from '../features/sign-in/sign-in.tsx';
import { Crash, WholeCrash } from './crash.tsx';
import { Frame } from './frame.tsx';
import { NotFound } from './not-found.tsx';
import { Opening } from './opening.tsx';
import { sectionCode } from './section-code.ts';

/** Every section is a chunk of its own. */
export const routes: RouteObject[] = [
  {
    HydrateFallback: Opening,
    ErrorBoundary: WholeCrash,
    children: [
      { path: 'sign-in', Component: SignIn },
      {
        Component: Frame,
        children: [
          {
            ErrorBoundary: Crash,
            children: [
              { index: true, lazy: sectionCode.overview },
              {
                path: 'outbox',
                lazy: sectionCode.outbox,
                children: [{ path: ':mailId', lazy: sectionCode.mail }],
              },
              { path: 'reports', lazy: sectionCode.reports },
              { path: 'jobs', lazy: sectionCode.jobs },
              { path: 'audit', lazy: sectionCode.audit },
              { path: '*', Component: NotFound },
            ],
          },
        ],
      },
    ],
  },
];
