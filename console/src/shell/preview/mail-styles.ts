/**
 * Lets a mail's style elements pass our own content policy, which a `srcdoc` frame inherits. Style attributes pass
 * as they are, and scripts never run: the frame's sandbox forbids them whatever the policy says.
 */
export function withNonce(html: string, nonce: string | undefined): string {
  return nonce ? html.replaceAll(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`) : html;
}
