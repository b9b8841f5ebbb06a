import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { whenIdle } from '../../../lib/when-idle.ts';

/** Keeps the room of what comes below the card, and fetches it when somebody scrolls there. */
export function TeaserPlace() {
  const place = useRef<HTMLDivElement>(null);
  const [Teaser, setTeaser] = useState<ComponentType | null>(null);

  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      whenIdle(() => {
        import('./teaser.tsx').then((loaded) => setTeaser(() => loaded.Teaser)).catch(() => undefined);
      });
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);

  return (
    <div
      ref={place}
      className="min-h-[calc(250vw+24.5rem)] sm:min-h-[calc(84vw+24.5rem)] xl:min-h-[calc(22vw+22.5rem)]"
    >
      <Suspense>{Teaser && <Teaser />}</Suspense>
    </div>
  );
}
