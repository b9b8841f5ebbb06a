/** Keeps something, and forgets the oldest where there is too much: many at once, as looking for the oldest takes time. */
export function keep<Key, Value>(kept: Map<Key, Value>, most: number, key: Key, value: Value): void {
  kept.set(key, value);
  if (kept.size <= most) return;
  let surplus = Math.ceil(most / 10);
  for (const oldest of kept.keys()) {
    kept.delete(oldest);
    surplus -= 1;
    if (surplus === 0) return;
  }
}
