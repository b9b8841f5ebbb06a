type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Only what is named, so that it can be laid over what is there. */
export function withoutAbsent<T extends object>(change: T): Present<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Present<T>;
}
