import { type ComponentType, Suspense, lazy, startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../../../lib/when-idle.ts';

const loadContent = async () => (await import('./below-fold-content.tsx')).BelowFoldContent;
const LazyContent = lazy(async () => ({ default: await loadContent() }));

function htmlOfServer(): string | null {
  if (typeof document === 'undefined') return null;
  return document.querySelector('[data-below-fold]')?.innerHTML ?? null;
}

/** What nobody sees at first: the server's HTML stands as it came until the page has time for it. */
export function BelowFold() {
  const [html] = useState(htmlOfServer);
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (html === null) return;
    whenIdle(() => {
      loadContent()
        .then((content) => startTransition(() => setLoaded(() => content)))
        // What cannot be fetched stays as it is, and can be read.
        .catch(() => undefined);
    });
  }, [html]);

  if (html !== null && !Loaded)
    return <div key="as it came" data-below-fold dangerouslySetInnerHTML={{ __html: html }} />;
  const Content = Loaded ?? LazyContent;
  return (
    <div data-below-fold>
      <Suspense>
        <Content />
      </Suspense>
    </div>
  );
}
