import { useMemo } from 'react';
import { cspNonce } from '../page.tsx';
import { withNonce } from './mail-styles.ts';

/** Nothing in the frame runs, loads from us or leads anywhere: the sandbox grants it nothing. */
export function MailDocument({ html, title }: { html: string; title: string }) {
  const page = useMemo(() => withNonce(html, cspNonce), [html]);
  return (
    <iframe sandbox="" srcDoc={page} title={title} className="size-full border-0 bg-white scheme-light" />
  );
}
