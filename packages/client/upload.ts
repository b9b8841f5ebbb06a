interface Sending {
  address: string;
  method: string;
  headers: Headers;
  body: string | FormData | null;
  signal: AbortSignal | undefined;
  /** How long nothing may move. */
  patience: number;
  onProgress: (share: number) => void;
}

/** Sends a request and tells how much of it has left, which `fetch` can't. */
export function upload(sending: Sending): Promise<{ status: number; text: string }> {
  const { address, method, headers, body, signal, patience, onProgress } = sending;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const finish = () => {
      clearTimeout(silence);
      signal?.removeEventListener('abort', stop);
    };
    const give = (reason: unknown) => {
      finish();
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    const moved = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        give(new Error('Nothing moved for too long.'));
        request.abort();
      }, patience);
    };
    function stop() {
      give(signal?.reason);
      request.abort();
    }

    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      moved();
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('progress', moved);
    request.addEventListener('error', () => give(new Error('The request did not get through.')));
    request.addEventListener('load', () => {
      finish();
      resolve({ status: request.status, text: request.responseText });
    });
    request.open(method, address);
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    moved();
    request.send(body);
  });
}
