import { useSyncExternalStore } from 'react';
import { pageState } from './page-state.ts';

export interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/** A value that lives outside React, as long as the page, and tells who listens when it changes. */
export function createStore<T>(initial: T): Store<T> {
  const state = pageState(() => ({ current: initial }));
  const listeners = pageState(() => new Set<() => void>());
  return {
    get: () => state.current,
    set(value) {
      if (Object.is(value, state.current)) return;
      state.current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Reads a store. The server's render and the first one over its HTML read `first`. */
export function useStore<T>(store: Store<T>, first: T): T {
  return useSyncExternalStore(store.subscribe, store.get, () => first);
}
