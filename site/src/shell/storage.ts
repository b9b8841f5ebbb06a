import { storageKeys } from '../../../contract/kernel/storage-keys.ts';
import type { StorageKey, StoredValue } from '../../../contract/kernel/storage-keys.ts';

/** Hears of a change made by this page or by another tab. */
type Listener = (where: 'here' | 'elsewhere') => void;
type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A browser may refuse storage (private mode, blocked cookies). The page then remembers until it is left. */
function memoryArea(): Area {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

function usable(findArea: () => Area): Area {
  try {
    const area = findArea();
    area.setItem('probe', '1');
    area.removeItem('probe');
    return area;
  } catch {
    return memoryArea();
  }
}

function parse(holds: 'number' | 'list', text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (holds === 'number') return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}

export function createStorage(findArea: () => Area) {
  let found: Area | undefined;
  const area = () => (found ??= usable(findArea));
  const listeners = new Map<string, Set<Listener>>();
  const tell = (name: string, where: 'here' | 'elsewhere') =>
    listeners.get(name)?.forEach((each) => each(where));

  return {
    /** Undefined where nothing is stored, or something that does not belong there. */
    get<K extends StorageKey>(key: K): StoredValue<K> | undefined {
      const { stored, holds } = storageKeys[key];
      const text = area().getItem(stored);
      if (text === null) return undefined;
      return (holds === 'text' ? text : parse(holds, text)) as StoredValue<K> | undefined;
    },

    set<K extends StorageKey>(key: K, value: StoredValue<K>): void {
      const { stored, holds } = storageKeys[key];
      try {
        area().setItem(stored, holds === 'text' ? String(value) : JSON.stringify(value));
      } catch {
        // Full: what could not be kept is not worth breaking the page for.
      }
      tell(stored, 'here');
    },

    remove(key: StorageKey): void {
      const { stored } = storageKeys[key];
      area().removeItem(stored);
      tell(stored, 'here');
    },

    /** Calls back when a value changes, here or in another tab. */
    watch(key: StorageKey, listener: Listener): () => void {
      const { stored } = storageKeys[key];
      const known = listeners.get(stored) ?? new Set();
      listeners.set(stored, known.add(listener));
      return () => known.delete(listener);
    },

    /** For the window's `storage` event, which tells of other tabs. A missing name means all was cleared. */
    changedElsewhere(name: string | null): void {
      const names = name === null ? [...listeners.keys()] : [name];
      for (const each of names) tell(each, 'elsewhere');
    },
  };
}

export const storage = createStorage(() => window.localStorage);

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea === null || storageArea === window.localStorage) storage.changedElsewhere(key);
  });
}
