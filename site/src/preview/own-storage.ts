/**
 * The page is served on the console's origin, where a brand may be, too: what members and staff keep in this browser must
 * neither be read nor changed by it. It remembers nothing. To be imported before everything else.
 */

function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  };
}

for (const area of ['localStorage', 'sessionStorage'] as const)
  Object.defineProperty(window, area, { value: memoryStorage() });
Object.defineProperty(document, 'cookie', { value: '', writable: true });
Object.defineProperty(navigator, 'sendBeacon', { value: () => true });
