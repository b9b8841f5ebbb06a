/** Waits so long, or until the network is back; without a network it waits for that alone. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onOnline = () => end(resolve);
    const onAbort = () => end(() => reject(signal?.reason as Error));
    if (signal?.aborted) return onAbort();
    if (navigator.onLine) timer = setTimeout(() => end(resolve), milliseconds);
    window.addEventListener('online', onOnline);
    signal?.addEventListener('abort', onAbort);
  });
}
