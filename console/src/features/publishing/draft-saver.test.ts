import { expect, test, vi } from 'vitest';
import { OfflineError } from '#client/call.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { type Content, createDraftSaver } from './draft-saver.ts';

interface Sent {
  content: Content;
  revision: number;
}

/** A server whose answers the test gives, one after the other. */
function serving() {
  const sent: Sent[] = [];
  const answers: PromiseWithResolvers<{ revision: number; savedAt: number }>[] = [];
  const saver = createDraftSaver({
    first: { content: { title: 'Aurora' }, revision: 0, basedOn: null, savedAt: null },
    save(draft) {
      sent.push({ content: draft.content, revision: draft.revision });
      const answer = Promise.withResolvers<{ revision: number; savedAt: number }>();
      answers.push(answer);
      return answer.promise;
    },
    restMs: 0,
  });
  return { saver, sent, answers, state: () => saver.view.get().state };
}

test('while one save is on its way more is typed, and the newest goes after it, once', async () => {
  const { saver, sent, answers, state } = serving();
  saver.change({ title: 'A' });
  const saved = saver.flush();
  saver.change({ title: 'Au' });
  saver.change({ title: 'Aur' });
  answers[0]?.resolve({ revision: 1, savedAt: 10 });
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  answers[1]?.resolve({ revision: 2, savedAt: 20 });
  expect(await saved).toBe(true);
  expect(sent).toEqual([
    { content: { title: 'A' }, revision: 0 },
    { content: { title: 'Aur' }, revision: 1 },
  ]);
  expect(state()).toEqual({ status: 'saved' });
});

test('without a network what was typed waits, and is saved when it is asked for again', async () => {
  const { saver, sent, answers, state } = serving();
  saver.change({ title: 'A' });
  const first = saver.flush();
  answers[0]?.reject(new OfflineError('draft'));
  expect(await first).toBe(false);
  expect(state()).toEqual({ status: 'offline' });
  const again = saver.flush();
  answers[1]?.resolve({ revision: 1, savedAt: 10 });
  expect(await again).toBe(true);
  expect(sent[1]).toEqual({ content: { title: 'A' }, revision: 0 });
});

test('where another person was faster it stops, keeps what is typed from then on, and goes over it only when asked to', async () => {
  const { saver, sent, answers, state } = serving();
  saver.change({ title: 'A' });
  const first = saver.flush();
  answers[0]?.reject(new Failure('draft.changed', { part: 'brand', by: 'Marta', at: 5 }));
  expect(await first).toBe(false);
  expect(state()).toEqual({ status: 'conflict', kind: 'changed', by: 'Marta', at: 5 });
  saver.change({ title: 'Ab' });
  expect(await saver.flush()).toBe(false);
  expect(sent).toHaveLength(1);
  const over = saver.overwrite({ revision: 7, basedOn: 3 });
  answers[1]?.resolve({ revision: 8, savedAt: 20 });
  await over;
  expect(sent[1]).toEqual({ content: { title: 'Ab' }, revision: 7 });
  expect(state()).toEqual({ status: 'saved' });
});
