import { pageState } from './page-state.ts';

/** What a value is stored under, and what it holds: `text` as it is, `number` and `list` as JSON. */
type StorageKeys = Record<string, { stored: string; holds: keyof Held }>;

interface Held {
  text: string;
  number: number;
  list: readonly string[];
}

/** Called when a value was changed by this page or by another tab. */
type Listener = (where: 'here' | 'elsewhere') => void;
type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What an app stores in the browser, typed by its table of keys. */
export function createStorage<const Keys extends StorageKeys>(keys: Keys, findArea: () => Area) {
  type Key = Extract<keyof Keys, string>;
  type Value<K extends Key> = Held[Keys[K]['holds']];
  const found = pageState(() => ({ area: undefined as Area | undefined }));
  const area = () => (found.area ??= usable(findArea));
  const listeners = pageState(() => new Map<string, Set<Listener>>());
  const notify = (name: string, where: 'here' | 'elsewhere') =>
    listeners.get(name)?.forEach((each) => each(where));
  const describe = (key: Key) => keys[key] as StorageKeys[string];

  return {
    /** Undefined where nothing is stored, or something that does not belong there. */
    get<K extends Key>(key: K): Value<K> | undefined {
      const { stored, holds } = describe(key);
      const text = area().getItem(stored);
      if (text === null) return undefined;
      return (holds === 'text' ? text : parse(holds, text)) as Value<K> | undefined;
    },

    set<K extends Key>(key: K, value: Value<K>): void {
      const { stored, holds } = describe(key);
      try {
        area().setItem(stored, holds === 'text' ? String(value) : JSON.stringify(value));
      } catch {
        // Full: what could not be kept is not worth breaking the page for.
      }
      notify(stored, 'here');
    },

    remove(key: Key): void {
      const { stored } = describe(key);
      area().removeItem(stored);
      notify(stored, 'here');
    },

    /** Calls back when a value changes, here or in another tab. */
    watch(key: Key, listener: Listener): () => void {
      const { stored } = describe(key);
      const known = listeners.get(stored) ?? new Set();
      listeners.set(stored, known.add(listener));
      return () => known.delete(listener);
    },

    /** For the window's `storage` event, which tells of other tabs. A missing name means all was cleared. */
    changedElsewhere(name: string | null): void {
      const names = name === null ? [...listeners.keys()] : [name];
      for (const each of names) notify(each, 'elsewhere');
    },
  };
}

/** What stays on the device, and is the same in every tab, unless another area is to be found for it. */
export function createLocalStorage<const Keys extends StorageKeys>(
  keys: Keys,
  findArea: () => Area = () => window.localStorage,
) {
  const storage = createStorage(keys, findArea);
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', ({ key, storageArea }) => {
      if (storageArea === null || storageArea === window.localStorage) storage.changedElsewhere(key);
    });
  }
  return storage;
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

/** A browser may refuse storage (private mode, blocked cookies). The page then remembers until it is left. */
function memoryArea(): Area {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
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
