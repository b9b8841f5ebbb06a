/**
 * A part of a brand that is being written. Used by every page on which one edits a part:
 *
 *   const query = usePart(brand, 'flow:7');
 *   <Loaded query={query} …>{(part) => <FlowForm key={part.part} part={part} />}</Loaded>
 *
 *   const draft = useDraft(brand, part);       // inside the form
 *   draft.content, draft.change({ ...draft.content, name }) // saves by itself a moment later
 *   <SaveStatus draft={draft} />               // "Saved 12 s ago", offline, failed
 *   <ConflictNotice draft={draft} />           // who was faster, when, and what differs
 *   <PublishPanel brand={brand} parts={['flow:7']} flush={draft.flush} />
 *   <History brand={brand} part="flow:7" />  <Schedules brand={brand} />
 *
 * Where another person saves and nothing is typed here, their version comes by itself (`draft.adopted` says whose it is).
 */

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { createStore, useStore } from '#client/store.ts';
import { call } from '#console/shell/api.ts';
import { readPart, saveDraft } from '#contract/staff/brand-editing.ts';
import { type Content, type DraftView, type SavedDraft, createDraftSaver } from './draft-saver.ts';
import { type PartState, type ReadPart, partKey, partsKey, usePart } from './publishing-data.ts';

/** How long a form must rest before its draft is saved. */
const REST_MS = 800;
/** After a save that went wrong for no reason of ours. */
const RETRY_MS = 10_000;

export interface EditedDraft extends DraftView {
  brand: string;
  part: string;
  /** What is live, to compare with; null where it was never published. */
  live: Content | null;
  /** Whose version has taken the place of what was here, since it is newer. */
  adopted: { name: string | null; at: number } | null;
  change: (content: Content) => void;
  flush: () => Promise<boolean>;
  /** The newest of the server, as it was when another person was faster. */
  readNewest: () => Promise<ReadPart>;
  keepMine: (newest: ReadPart) => Promise<void>;
  takeTheirs: (newest: ReadPart) => void;
}

export function useDraft(brand: string, first: ReadPart): EditedDraft {
  const { part } = first;
  const client = useQueryClient();
  const { data: newest = first } = usePart(brand, part);
  const [adoptedStore] = useState(() => createStore<EditedDraft['adopted']>(null));
  const adopted = useStore(adoptedStore, null);
  const [saver] = useState(() =>
    createDraftSaver({
      first: draftOf(first),
      async save(draft) {
        const saved = await call(saveDraft, { brand, part, ...draft });
        // An answer that is on its way does not know of it.
        await client.cancelQueries({ queryKey: partKey(brand, part) });
        client.setQueryData<ReadPart>(
          partKey(brand, part),
          (known) => known && withSaved(known, draft, saved),
        );
        // What is looked through next is this revision.
        client.setQueryData<{ parts: PartState[] }>(
          partsKey(brand),
          (known) =>
            known && {
              parts: known.parts.map((each) => (each.part === part ? withDraft(each, draft, saved) : each)),
            },
        );
        void client.invalidateQueries({ queryKey: partsKey(brand) });
        return saved;
      },
      restMs: REST_MS,
    }),
  );
  const view = useStore(saver.view, saver.view.get());
  const { status } = view.state;

  const follow = useEffectEvent((fresh: ReadPart) => {
    const { revision, basedOn, state } = saver.view.get();
    const theirs = draftOf(fresh);
    if (state.status !== 'saved' || (theirs.revision === revision && theirs.basedOn === basedOn)) return;
    saver.replace(theirs);
    const by = fresh.draft ? fresh.draft.savedBy : (fresh.live?.publishedBy ?? null);
    const at = fresh.draft?.savedAt ?? fresh.live?.publishedAt;
    // One's own publication takes the draft away; nothing is to be said of it.
    if (fresh.draft && at !== undefined) adoptedStore.set({ name: by?.name ?? null, at });
  });
  useEffect(() => follow(newest), [newest]);

  useEffect(() => {
    if (status !== 'offline' && status !== 'failed') return undefined;
    const again = () => void saver.flush();
    const timer = setInterval(again, RETRY_MS);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [saver, status]);
  useEffect(() => () => void saver.flush(), [saver]);
  useStayWhile(status !== 'saved');

  return {
    ...view,
    brand,
    part,
    live: newest.liveContent,
    adopted,
    change(content) {
      adoptedStore.set(null);
      saver.change(content);
    },
    flush: saver.flush,
    readNewest: () => call(readPart, { brand, part }),
    async keepMine(fresh) {
      await saver.overwrite({ revision: fresh.draft?.revision ?? 0, basedOn: fresh.live?.version ?? null });
    },
    takeTheirs(fresh) {
      client.setQueryData(partKey(brand, part), fresh);
      saver.replace(draftOf(fresh));
    },
  };
}

/** What is edited: the draft, or what is live where there is none. */
function draftOf({ live, draft, liveContent, draftContent }: ReadPart): SavedDraft & { content: Content } {
  return {
    content: draftContent ?? liveContent ?? {},
    revision: draft?.revision ?? 0,
    basedOn: draft ? draft.basedOn : (live?.version ?? null),
    savedAt: draft?.savedAt ?? null,
  };
}

interface Kept {
  content: Content;
  basedOn: number | null;
}

function withSaved(known: ReadPart, kept: Kept, saved: { revision: number; savedAt: number }): ReadPart {
  return { ...known, ...withDraft(known, kept, saved), draftContent: kept.content };
}

function withDraft<P extends PartState>(
  known: P,
  { basedOn }: Kept,
  saved: { revision: number; savedAt: number },
): P {
  return { ...known, draft: { ...saved, basedOn, savedBy: known.draft?.savedBy ?? null, outdated: false } };
}

/** The browser asks before it leaves the page with something that is not saved. */
function useStayWhile(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
