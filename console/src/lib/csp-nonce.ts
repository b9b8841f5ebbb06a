/** The page's own nonce, as the server wrote it into the document. Browsers hide the attribute but not the property. */
export const cspNonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
