/** A page of the console in a real browser, with a server that answers as the contract says. */

import { QueryClientProvider } from '@tanstack/react-query';
import { I18nextProvider } from 'react-i18next';
import { type RouteObject, createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { z } from 'zod';
import { makeSteady } from '#client/steady-history.tsx';
import { namespaceOf } from '#client/text-files.ts';
import { createTexts } from '#client/texts.ts';
import { texts as ownTexts } from '#console/locales/it.ts';
import { queryClient } from '#console/shell/query-client.ts';
import { startSession } from '#console/shell/session.ts';
import type { Endpoint, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { StaffRole } from '#contract/kernel/staff-rights.ts';
import errors from '#contract/locales/it.json';
import { type StaffMember, staffMe } from '#contract/staff/sign-in.ts';
import { ToastProvider } from '#ui/toast.tsx';

const files = new Map(Object.entries(ownTexts).map(([path, words]) => [namespaceOf(path), words]));
files.set('errors', errors);
const texts = await createTexts({
  language: 'it',
  namespaces: [...files.keys()],
  defaultNamespace: 'shell',
  read: async (_, namespace) => ({ ...files.get(namespace) }),
});

/** Who is signed in. */
export const ines = '01890000-0000-7000-8000-000000000001';

export function signedInAs(role: StaffRole, differing: Partial<StaffMember> = {}): ServedCall {
  return [
    'GET',
    /\/me$/,
    () =>
      answer(staffMe, {
        id: ines,
        email: 'ines@staff.example',
        name: 'Ines',
        isOwner: role === 'owner',
        language: 'it',
        brands: [{ key: 'lunaria', title: 'Lunaria', role }],
        worksEverywhere: true,
        missing: null,
        factors: { totp: false, passkeys: 0 },
        ...differing,
      }),
  ];
}

/** What is answered to a call: the method, the address, and the reply to what its first group finds and to the body. */
export type ServedCall = [
  method: string,
  path: RegExp,
  reply: (found: string, body: string) => Response | Promise<Response>,
];

export function serveCalls(calls: readonly ServedCall[]): void {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address, window.location.href);
    for (const [asked, path, reply] of calls) {
      const found = asked === method ? path.exec(pathname) : null;
      if (found) return reply(found[1] ?? '', typeof body === 'string' ? body : '');
    }
    return Response.json({ code: 'request.not_found' }, { status: 404 });
  });
}

export function answer<E extends Endpoint>(endpoint: E, reply: ReplyOf<E>): Response {
  return Response.json(z.encode(endpoint.reply, reply));
}

/** Nothing is known yet, and a user is signed in. */
export function resetConsole(): void {
  queryClient.clear();
  startSession('token', false);
}

export function showPage(routes: RouteObject[], path: string) {
  history.pushState(null, '', path);
  const router = makeSteady(createBrowserRouter(routes));
  return render(
    <I18nextProvider i18n={texts}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider labels={{ region: 'Messaggi', close: 'Chiudi' }}>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}
