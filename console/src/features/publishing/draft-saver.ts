/**
 * Keeps a draft on the server while it is being written: one save at a time, the newest content once the last is through.
 * Nothing that was typed is given up, whatever a save meets: without a network it waits, and where another person was
 * faster it stops and asks.
 */

import { OfflineError } from '#client/call.ts';
import { createStore } from '#client/store.ts';
import { Failure } from '#contract/kernel/errors.ts';

export type Content = Readonly<Record<string, unknown>>;

/** What the server had when it was last read or written. */
export interface SavedDraft {
  /** 0 where there is no draft. */
  revision: number;
  basedOn: number | null;
  savedAt: number | null;
}

export type SaveState =
  | { status: 'saved' | 'pending' | 'saving' | 'offline' }
  | { status: 'failed'; error: unknown }
  /** Another person has saved (`changed`) or published (`outdated`) meanwhile. */
  | { status: 'conflict'; kind: 'changed' | 'outdated'; by: string | null; at: number | null };

export interface DraftView extends SavedDraft {
  content: Content;
  state: SaveState;
}

interface Saving {
  first: SavedDraft & { content: Content };
  save: (draft: { content: Content; revision: number; basedOn: number | null }) => Promise<{
    revision: number;
    savedAt: number;
  }>;
  /** How long it must rest before it is saved. */
  restMs: number;
}

export function createDraftSaver({ first, save, restMs }: Saving) {
  const view = createStore<DraftView>({ ...first, state: { status: 'saved' } });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  const enter = (state: SaveState) => view.set({ ...view.get(), state });

  async function send(): Promise<void> {
    const { content, revision, basedOn } = view.get();
    enter({ status: 'saving' });
    try {
      const saved = await save({ content, revision, basedOn });
      const { content: newest } = view.get();
      view.set({
        ...view.get(),
        ...saved,
        state: { status: newest === content ? 'saved' : 'pending' },
      });
      if (newest !== content) await send();
    } catch (error) {
      enter(stateAfter(error));
    }
  }

  /** Saves what is not saved yet. Resolves when nothing is on its way any more; true where all is saved then. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    const { status } = view.get().state;
    if (status === 'pending' || status === 'offline' || status === 'failed')
      running = send().finally(() => (running = undefined));
    await running;
    return view.get().state.status === 'saved';
  }

  return {
    view,
    flush,
    change(content: Content): void {
      const { state } = view.get();
      const waits = state.status === 'conflict' || state.status === 'saving';
      view.set({ ...view.get(), content, state: waits ? state : { status: 'pending' } });
      clearTimeout(timer);
      if (!waits) timer = setTimeout(() => void flush(), restMs);
    },
    /** The newest of the server takes the place of what is here. */
    replace(draft: SavedDraft & { content: Content }): void {
      clearTimeout(timer);
      view.set({ ...draft, state: { status: 'saved' } });
    },
    /** What is here takes the place of the newest of the server. */
    async overwrite({ revision, basedOn }: Pick<SavedDraft, 'revision' | 'basedOn'>): Promise<void> {
      view.set({ ...view.get(), revision, basedOn, state: { status: 'pending' } });
      await flush();
    },
  };
}

function stateAfter(error: unknown): SaveState {
  if (error instanceof OfflineError) return { status: 'offline' };
  if (error instanceof Failure && (error.code === 'draft.changed' || error.code === 'draft.outdated')) {
    const { by, at } = (error as Failure<'draft.changed'>).details;
    return { status: 'conflict', kind: error.code === 'draft.changed' ? 'changed' : 'outdated', by, at };
  }
  return { status: 'failed', error };
}
