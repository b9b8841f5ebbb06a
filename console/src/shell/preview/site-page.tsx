import { useEffect, useRef, useState } from 'react';
import { PREVIEW_PAGE, type PreviewReady, type ShowPreview } from '#client/preview-messages.ts';

/** A page of the members' app in a frame. It says when it has started, and what it shows is sent to it from then on. */
export function SitePage({ shown, title }: { shown: ShowPreview; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const handle = ({ source, origin, data }: MessageEvent<PreviewReady>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data.kind === 'preview-ready') setReady(true);
    };
    window.addEventListener('message', handle);
    return () => window.removeEventListener('message', handle);
  }, []);
  const message = JSON.stringify(shown);
  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage(JSON.parse(message), location.origin);
  }, [isReady, message]);
  return (
    // It is a page of ours, on our origin: a sandbox that lets it run would keep nothing from it.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe ref={frame} src={PREVIEW_PAGE} title={title} className="size-full border-0" />
  );
}
