interface Batch<I, O> {
  input: I;
  result?: Promise<O>;
}

interface Running<I, O> {
  settled: Promise<void>;
  next?: Batch<I, O>;
}

/**
 * Work on the same key, one call after the other. Calls that come while the key is being worked on are coalesced into
 * one by `merge`, and all get its result.
 */
export function coalesce<I, O>(
  merge: (one: I, other: I) => I,
  work: (input: I) => Promise<O>,
): (key: string, input: I) => Promise<O> {
  const running = new Map<string, Running<I, O>>();

  function start(key: string, { input }: Batch<I, O>): Promise<O> {
    const result = work(input);
    const finish = () => {
      if (running.get(key) === current && !current.next) running.delete(key);
    };
    const current: Running<I, O> = { settled: result.then(finish, finish) };
    running.set(key, current);
    return result;
  }

  return (key, input) => {
    const current = running.get(key);
    if (!current) return start(key, { input });
    const batch = (current.next ??= { input });
    if (batch.result) batch.input = merge(batch.input, input);
    return (batch.result ??= current.settled.then(() => start(key, batch)));
  };
}
