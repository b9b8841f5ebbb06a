import { onTestFinished, vi } from 'vitest';

class Progress extends Event {
  readonly lengthComputable = true;
  readonly loaded: number;
  readonly total = 100;

  constructor(loaded: number) {
    super('progress');
    this.loaded = loaded;
  }
}

/** As much of a browser's XMLHttpRequest as an upload needs, over real HTTP. */
class NodeRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  readonly #stop = new AbortController();
  readonly #headers = new Headers();
  #method = '';
  #address = '';

  open(method: string, address: string): void {
    this.#method = method;
    this.#address = address;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  send(body: BodyInit | null): void {
    const { signal } = this.#stop;
    this.upload.dispatchEvent(new Progress(40));
    this.upload.dispatchEvent(new Progress(100));
    fetch(this.#address, { method: this.#method, headers: this.#headers, body, signal })
      .then(async (response) => {
        this.status = response.status;
        this.responseText = await response.text();
        this.dispatchEvent(new Event('load'));
      })
      .catch(() => {
        if (!signal.aborted) this.dispatchEvent(new Event('error'));
      });
  }

  abort(): void {
    this.#stop.abort();
  }
}

/** Gives a test what only browsers have. */
export function installXmlHttpRequest(): void {
  vi.stubGlobal('XMLHttpRequest', NodeRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
}
