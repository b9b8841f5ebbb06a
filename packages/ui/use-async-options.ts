import { useEffect, useState } from 'react';

export type AsyncOptions<Option> =
  | { state: 'short' }
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; options: readonly Option[] };

export type LoadOptions<Option> = (text: string, signal: AbortSignal) => Promise<readonly Option[]>;

type Query = { text: string; minLetters: number; active: boolean };

const PAUSE_MS = 180;

/** Options for what is being typed: asked for after a short pause, and only the last answer counts. */
export function useAsyncOptions<Option>(
  load: LoadOptions<Option>,
  { text, minLetters, active }: Query,
): AsyncOptions<Option> {
  const wanted = text.trim();
  const [answer, setAnswer] = useState<{ to: string; result: AsyncOptions<Option> } | null>(null);
  const ask = active && wanted.length >= minLetters;

  useEffect(() => {
    if (!ask) return undefined;
    const stop = new AbortController();
    const settle = (result: AsyncOptions<Option>) => {
      if (!stop.signal.aborted) setAnswer({ to: wanted, result });
    };
    const timer = setTimeout(() => {
      load(wanted, stop.signal).then(
        (options) => settle({ state: 'ready', options }),
        () => settle({ state: 'failed' }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [ask, wanted, load]);

  if (wanted.length < minLetters) return { state: 'short' };
  return answer?.to === wanted ? answer.result : { state: 'loading' };
}
