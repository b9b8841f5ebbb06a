import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

/** How far beyond the window rows are drawn, so that nobody sees them come. */
const MARGIN_PX = 1_200;

type ChunkWindowProps = {
  scroller: RefObject<HTMLElement | null>;
  children: () => ReactNode;
};

/** Draws its rows while they are near the window. Otherwise an empty box of the same height stands for them. */
export function ChunkWindow({ scroller, children }: ChunkWindowProps) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        // Between two looks it may have come and gone: the last word counts.
        if (entries.at(-1)?.isIntersecting) setHeight(null);
        // What has the focus stays, or the keys would lose their place.
        else if (!element.contains(document.activeElement))
          setHeight((known) => known ?? element.offsetHeight);
      },
      { root: scroller.current, rootMargin: `${MARGIN_PX}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return (
    <div ref={box} style={height === null ? undefined : { height }}>
      {height === null && children()}
    </div>
  );
}
