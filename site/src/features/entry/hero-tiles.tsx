import { useId } from 'react';
import { TWO_PANE_MIN_WIDTH } from '#contract/kernel/constants.ts';
import { AsServed } from '#site/lib/as-served.tsx';
import { classNames } from '#ui/class-names.ts';
import { Photo } from '#ui/photo.tsx';
import type { HeroProps } from './hero-dusk.tsx';

/** A terrace at noon: a wall of painted tiles with people looking out of it, the promise in large plain letters. */
export function HeroTiles({ bar, title, text, portraits, children }: HeroProps) {
  return (
    // On a phone the card belongs into the first screen, which leaves room for the promise alone.
    <header className="relative overflow-x-clip lg:grid lg:min-h-[calc(var(--tile)*7)] lg:grid-cols-[1fr_calc(var(--tile)*6)] lg:[--tile:clamp(5.5rem,7.6vw,8rem)]">
      {bar && (
        <div className="px-5 py-2 sm:py-3 lg:col-start-1 lg:row-start-1 lg:px-[6vw] lg:py-6">{bar}</div>
      )}
      <TileWall portraits={portraits ?? []} />
      <div className="px-5 pt-4 sm:mx-auto sm:max-w-xl sm:pt-7 lg:col-start-1 lg:row-start-1 lg:mx-0 lg:flex lg:max-w-none lg:flex-col lg:justify-center lg:pt-28 lg:pr-16 lg:pb-16 lg:pl-[6vw]">
        <h1 className="max-w-[7em] text-[min(clamp(2.75rem,1.6rem+5vw,5.25rem),14vw)]">{title}</h1>
        {text && <p className="mt-4 max-w-[24em] text-lg text-muted max-sm:hidden lg:text-xl">{text}</p>}
        {children && <div className="mt-4 sm:mt-7 lg:max-w-md">{children}</div>}
      </div>
    </header>
  );
}

const places = [
  'col-start-2 row-start-2 col-span-2 row-span-2 lg:col-start-1 lg:row-start-2 lg:col-span-3 lg:row-span-3',
  'col-start-4 row-start-2 col-span-2 row-span-2 lg:col-start-4 lg:row-start-3 lg:col-span-2 lg:row-span-2',
  'col-start-5 row-start-4 col-span-2 row-span-2 max-lg:hidden lg:col-start-3 lg:row-start-5 lg:col-span-2 lg:row-span-2',
];

function TileWall({ portraits }: { portraits: NonNullable<HeroProps['portraits']> }) {
  return (
    <div className="relative grid h-[calc(var(--tile)*3)] grid-cols-[repeat(auto-fill,var(--tile))] auto-rows-(--tile) overflow-hidden [--tile:calc(100vw/6)] sm:[--tile:calc(100vw/9)] lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:h-auto lg:[--tile:inherit]">
      <AsServed className="contents">
        <TilePattern className="absolute top-0 left-0 h-[calc(var(--tile)*12)] w-[calc(var(--tile)*12)]" />
      </AsServed>
      {portraits.slice(0, 3).map(({ photo, alt }, index) => (
        <Photo
          key={photo.src}
          photo={photo}
          alt={alt}
          priority
          ratio="fill"
          sizes={`(min-width: ${TWO_PANE_MIN_WIDTH}) 24vw, 34vw`}
          className={classNames('edge z-1', places[index])}
        />
      ))}
    </div>
  );
}

const TILE = 60;

/** Now and then a tile turns; not while the page is still coming. */
const turningTiles = [
  { motif: 'bloom', column: 5, row: 0, quarter: 270, delay: '[animation-delay:24s]' },
  { motif: 'star', column: 0, row: 3, quarter: 90, delay: '[animation-delay:15s]' },
  { motif: 'star', column: 5, row: 3, quarter: 0, delay: '[animation-delay:7s]' },
] as const;

/** Twelve by twelve painted tiles. Four turned quarters make a medallion, as on a real wall. */
export function TilePattern({ className }: { className?: string | undefined }) {
  const id = useId();
  const quarters = [
    [0, 0, 180],
    [1, 0, 270],
    [0, 1, 90],
    [1, 1, 0],
  ] as const;
  const medallion = (motif: string, column: number, row: number) =>
    quarters.map(([x, y, turn]) => (
      <use
        key={`${motif}${x}${y}`}
        href={`#${id}${motif}`}
        transform={`translate(${(column + x) * TILE} ${(row + y) * TILE}) rotate(${turn} 30 30)`}
      />
    ));
  return (
    <svg aria-hidden="true" viewBox="0 0 720 720" className={className}>
      <defs>
        <path id={`${id}grout`} d="M0 0h60v60H0z" fill="none" stroke="var(--tile-base)" />
        <g id={`${id}bloom`}>
          <path d="M0 0h60v60H0z" fill="var(--tile-base)" />
          <path d="M0 60A60 60 0 0 0 60 0H46A46 46 0 0 1 0 46z" fill="var(--tile-deep)" />
          <path d="M3 3Q32 5 37 37 5 32 3 3z" fill="var(--tile-deep)" />
          <path d="M0 40V14q8 6 10 16zM40 0H14q6 8 16 10z" fill="var(--tile-sky)" />
          <path d="M0 0h11A11 11 0 0 1 0 11z" fill="var(--tile-sun)" />
          <path d="M60 60H43A17 17 0 0 1 60 43z" fill="var(--tile-clay)" />
          <path d="M60 60h-7a7 7 0 0 1 7-7z" fill="var(--tile-base)" />
          <use href={`#${id}grout`} />
        </g>
        <g id={`${id}star`}>
          <path d="M0 0h60v60H0z" fill="var(--tile-deep)" />
          <path d="M0 0h56L27 11.2 39 39 11.2 27 0 56z" fill="var(--tile-sun)" />
          <path d="M0 0h17A17 17 0 0 1 0 17z" fill="var(--tile-clay)" />
          <path d="M0 0h8A8 8 0 0 1 0 8z" fill="var(--tile-base)" />
          <path d="M60 60H34L60 34z" fill="var(--tile-sky)" />
          <path d="M60 60H47L60 47z" fill="var(--tile-base)" />
          <use href={`#${id}grout`} />
        </g>
        <pattern id={`${id}wall`} width="240" height="240" patternUnits="userSpaceOnUse">
          {medallion('bloom', 0, 0)}
          {medallion('star', 2, 0)}
          {medallion('star', 0, 2)}
          {medallion('bloom', 2, 2)}
        </pattern>
      </defs>
      <path d="M0 0h720v720H0z" fill={`url(#${id}wall)`} />
      {turningTiles.map(({ motif, column, row, quarter, delay }) => (
        <g key={`${column}-${row}`} transform={`translate(${column * TILE} ${row * TILE})`}>
          <path d="M0 0h60v60H0z" fill="var(--tile-base)" />
          <g className={classNames('origin-center animate-turn [transform-box:fill-box]', delay)}>
            <use href={`#${id}${motif}`} transform={`rotate(${quarter} 30 30)`} />
          </g>
        </g>
      ))}
    </svg>
  );
}
