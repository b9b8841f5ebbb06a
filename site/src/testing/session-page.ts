import { vi } from 'vitest';
import { z } from 'zod';
import { type ReceivedRequest, startServer } from '#client/testing/http-server.ts';
import { sampleBoot } from '#client/testing/sample-boot.ts';
import { type User, user } from '#contract/account/user.ts';
import { decodeReplyKey, importSealingKey, seal } from '#contract/kernel/sealing.ts';
import { shellOf, shellStore } from '#site/shell/boot.ts';
import { closePopup } from '#site/shell/popups.ts';
import { sessionStore } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';

export type Answers = Record<string, (asked: ReceivedRequest) => unknown>;

/** As a browser that was never here. */
export function resetSession(): void {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  storage.remove('token');
  closePopup();
  sessionStore.set({ status: 'unknown', problem: null });
}

/** The page of a browser, as far as the session looks at it, over a server that gives these answers. */
export async function openPage(answers: Answers, stored: { token?: string } = {}) {
  const server = await startServer(async (asked) => {
    const answer = answers[new URL(asked.url, 'http://x').pathname];
    if (!answer) return { status: 404, body: { error: { code: 'request.not_found', message: '' } } };
    return (await answer(asked)) as { status?: number; body?: unknown } | 'cut';
  });
  const root = { dataset: { ...(stored.token && { session: 'stored' }) } as Record<string, string> };
  const left: string[] = [];
  vi.stubGlobal('document', { documentElement: root, getElementById: () => null });
  vi.stubGlobal('location', {
    host: 'lunaria.example',
    search: '',
    pathname: '/',
    assign: (to: string) => left.push(to),
  });
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, options?: RequestInit) =>
    realFetch(new URL(address, server.origin), options),
  );
  shellStore.set(shellOf(sampleBoot(server.origin)));
  if (stored.token) storage.set('token', stored.token);
  storage.set('trackerId', 'click-1');
  return { ...server, root, left };
}

/** The reply of `verify`, sealed for the browser that asks. */
export const sealed =
  (who: User) =>
  async ({ headers }: ReceivedRequest) => {
    const key = decodeReplyKey(String(headers['seal-key']));
    if (!key) return { status: 400 };
    return { body: { verify: await seal(z.encode(user, who), await importSealingKey(key)) } };
  };
