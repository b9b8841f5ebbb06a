interface Person {
  email: string;
  name?: string;
  verified?: boolean;
}

/** A browser that goes to the sandbox's identity provider, follows where it is sent, and keeps its cookies. */
export class IdentityVisitor {
  readonly #cookies = new Map<string, string>();

  /** Answers the page's question, and tells where it sends the visitor back to. */
  async answer(address: string, person: Person | 'cancel'): Promise<URL> {
    const page = await this.open(address);
    const form = new URLSearchParams(
      person === 'cancel'
        ? { answer: 'cancel' }
        : { answer: 'continue', email: person.email, name: person.name ?? '' },
    );
    if (person !== 'cancel' && person.verified !== false) form.set('verified', 'on');
    const { sentTo } = await this.#follow(page.address, { method: 'POST', body: form });
    if (!sentTo) throw new Error('it did not send me back');
    return sentTo;
  }

  /** The page that an address leads to. */
  async open(address: string): Promise<{ address: string; status: number; html: string; headers: Headers }> {
    const { response, address: reached, sentTo } = await this.#follow(address);
    if (!response) throw new Error(`sent away to ${sentTo?.href}`);
    return {
      address: reached,
      status: response.status,
      html: await response.text(),
      headers: response.headers,
    };
  }

  async #follow(
    start: string,
    init: RequestInit = {},
  ): Promise<{ address: string; response?: Response; sentTo?: URL }> {
    let address = start;
    let next = init;
    for (let step = 0; step < 10; step += 1) {
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(address, { ...next, redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) this.#keep(line);
      const location = response.headers.get('location');
      if (!location) return { address, response };
      const target = new URL(location, address);
      if (target.origin !== new URL(start).origin) return { address, sentTo: target };
      address = target.href;
      next = {};
    }
    throw new Error('sent round in circles');
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
