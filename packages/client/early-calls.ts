/** What a page has asked before any of its files had come, by a script of its own (site/ask-early.js). */
export interface EarlyCalls {
  /** To which sealed answers are sealed. */
  keys: Promise<CryptoKeyPair>;
  /** By method, address and body. */
  answers: Map<string, Promise<Response>>;
}

/** A call as it goes out. */
export interface OutgoingCall {
  method: string;
  address: string;
  body: unknown;
}

/** The answer to a call that was made already. It is given out once. */
export function takeEarlyAnswer(
  early: EarlyCalls | undefined,
  { method, address, body }: OutgoingCall,
): Promise<Response> | undefined {
  const name = `${method} ${address} ${typeof body === 'string' ? body : ''}`;
  const answer = early?.answers.get(name);
  early?.answers.delete(name);
  return answer;
}
