import type { ReactNode } from 'react';
import { useId } from 'react';
import { TWO_PANE_MIN_WIDTH } from '#contract/kernel/constants.ts';
import { AsServed } from '#site/lib/as-served.tsx';
import { classNames } from '#ui/class-names.ts';
import { Photo, type Picture } from '#ui/photo.tsx';

/** What a landing page puts into its brand's hero, whichever that is. */
export type HeroProps = {
  /** The brand's name and the way in. */
  bar?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** Three at most are shown. */
  portraits?: readonly { photo: Picture; alt: string }[] | undefined;
  /** The sign-up card. */
  children?: ReactNode;
};

/** An evening garden: the promise under the first stars, portraits in lit windows, a moon on its way down. */
export function HeroDusk({ bar, title, text, portraits, children }: HeroProps) {
  return (
    <header className="relative isolate grid lg:min-h-[46rem] lg:grid-cols-[1fr_minmax(22rem,27rem)_6vw] lg:grid-rows-[auto_1fr]">
      <AsServed className="contents">
        <DuskSky className="col-span-full row-start-1 -z-10 -mb-24 lg:row-end-3 lg:mb-0" />
      </AsServed>
      {bar && (
        <div className="on-hero col-span-full row-start-1 self-start px-5 pt-4 text-on-hero lg:px-[6vw] lg:pt-6">
          {bar}
        </div>
      )}
      {/*
        The words keep clear of the moon's way down, and stand above the bright band at the horizon. On a phone the
        card belongs into the first screen, which leaves room for the promise alone.
      */}
      <div className="on-hero col-span-full row-start-1 px-5 pt-20 text-on-hero sm:mx-auto sm:w-full sm:max-w-lg sm:pt-22 lg:col-start-1 lg:col-end-2 lg:row-start-2 lg:mx-0 lg:max-w-none lg:self-start lg:pt-8 lg:pr-10 lg:pl-[6vw] xl:pr-56">
        <h1 className="max-w-[8em] pr-24 text-[min(clamp(2.25rem,1.5rem+3vw,4.5rem),11.5vw)] sm:pr-0">
          {title}
        </h1>
        {text && (
          <p className="mt-3 max-w-[22.5em] text-on-hero-muted max-sm:hidden lg:mt-5 lg:text-xl">{text}</p>
        )}
        {portraits && portraits.length > 0 ? <Windows portraits={portraits} /> : <div className="h-56" />}
      </div>
      {children && (
        <div className="relative px-4 sm:mx-auto sm:w-full sm:max-w-lg lg:col-start-2 lg:row-start-2 lg:self-start lg:px-0 lg:pb-20">
          {children}
        </div>
      )}
    </header>
  );
}

const windowWidths = ['w-[27%] max-w-38', 'w-[32%] max-w-46', 'w-[27%] max-w-38'];

function Windows({ portraits }: { portraits: NonNullable<HeroProps['portraits']> }) {
  return (
    <div className="mt-6 flex items-end justify-center gap-[3%] pb-6 sm:gap-5 lg:mt-10 lg:justify-start lg:pb-24">
      {portraits.slice(0, 3).map(({ photo, alt }, index) => (
        <Photo
          key={photo.src}
          photo={photo}
          alt={alt}
          priority
          shape="portrait"
          sizes={`(min-width: ${TWO_PANE_MIN_WIDTH}) 184px, 32vw`}
          className={classNames('border-(length:--frame) border-on-hero shadow-raised', windowWidths[index])}
        />
      ))}
    </div>
  );
}

const stars: readonly [x: number, y: number, radius: number][] = [
  [60, 40, 1.4],
  [150, 92, 1],
  [236, 34, 1.7],
  [322, 118, 1],
  [404, 52, 1.2],
  [498, 84, 1],
  [572, 66, 1.3],
  [652, 12, 1],
  [704, 68, 1],
  [738, 34, 1.4],
  [874, 74, 1.1],
  [990, 122, 1.2],
  [1084, 58, 1.4],
  [1180, 96, 1],
  [1276, 40, 1.5],
  [1372, 84, 1.1],
];

/** The painted sky and garden alone, to lie behind something. */
export function DuskSky({ className }: { className?: string | undefined }) {
  const id = useId();
  return (
    <div aria-hidden="true" className={classNames('relative overflow-hidden bg-hero-4', className)}>
      <div className="absolute inset-0 bg-[linear-gradient(180deg,var(--hero-4)_0%,var(--hero-3)_calc(100%-18rem),var(--hero-2)_calc(100%-10.5rem),var(--hero-1)_calc(100%-5rem))] lg:bg-[linear-gradient(180deg,var(--hero-4)_0%,var(--hero-3)_calc(100%-25rem),var(--hero-2)_calc(100%-13rem),var(--hero-1)_calc(100%-5rem))]" />
      <svg
        viewBox="0 0 1440 150"
        preserveAspectRatio="xMidYMin slice"
        className="absolute inset-x-0 top-0 h-40 w-full fill-on-hero lg:h-64"
      >
        {stars.map(([x, y, radius]) => (
          <circle key={x} cx={x} cy={y} r={radius} opacity={radius / 1.8} />
        ))}
      </svg>
      {/*
        The moon alone moves, as a layer of its own: nothing is painted again while it goes down. It sets out when the page
        has come, a fifth of a pixel ten times a second: smoother would draw every frame for what cannot be seen.
      */}
      <div className="absolute inset-0 animate-moonset will-change-[translate]">
        <Moon id={id} />
      </div>
      <svg
        viewBox="0 0 1440 420"
        preserveAspectRatio="xMidYMax slice"
        className="absolute inset-x-0 bottom-0 h-72 w-full lg:h-96"
      >
        <defs>
          <linearGradient id={`${id}far`} x1="0" y1="0" x2="0" y2="1">
            <stop stopColor="var(--hero-3)" stopOpacity="0.75" />
            <stop offset="1" stopColor="var(--hero-3)" stopOpacity="0.35" />
          </linearGradient>
          <path
            id={`${id}cypress`}
            d="M0 0C-13-8-14-44-7-82-4-104-2-118 0-126c2 8 4 22 7 44C14-44 13-8 0 0z"
          />
          <g id={`${id}lunaria`}>
            <path
              d="M0 0C-4-60 6-110-6-180M-2-70C12-96 20-104 34-118M-1-104C-20-126-26-136-32-152M0-134C14-150 18-160 22-176"
              fill="none"
              stroke="var(--hero-4)"
              strokeWidth="2.4"
              strokeLinecap="round"
            />
            <g fill="var(--hero-1)" fillOpacity="0.55" stroke="var(--hero-1)" strokeWidth="1.5">
              <ellipse cx="-6" cy="-196" rx="13" ry="17" />
              <ellipse cx="38" cy="-132" rx="13" ry="16" transform="rotate(24 38 -132)" />
              <ellipse cx="-38" cy="-166" rx="12" ry="16" transform="rotate(-20 -38 -166)" />
              <ellipse cx="26" cy="-190" rx="11" ry="15" transform="rotate(14 26 -190)" />
            </g>
          </g>
        </defs>
        <path d="M0 236C150 176 300 168 452 214s268 58 420 8 372-62 568-6v204H0z" fill={`url(#${id}far)`} />
        <g fill="var(--hero-3)">
          <path d="M0 306c190-58 372-34 560-4s330-34 500-38 260 34 380 24v132H0z" />
          <use href={`#${id}cypress`} transform="translate(404 292) scale(.8)" />
          <use href={`#${id}cypress`} transform="translate(432 294) scale(1.05)" />
          <use href={`#${id}cypress`} transform="translate(462 298) scale(.7)" />
          <use href={`#${id}cypress`} transform="translate(1012 272) scale(.9)" />
          <use href={`#${id}cypress`} transform="translate(1040 272) scale(.66)" />
          <use href={`#${id}cypress`} transform="translate(1262 290) scale(1.1)" />
          <use href={`#${id}cypress`} transform="translate(1292 294) scale(.8)" />
          <path d="M926 284v-34h-6l40-20 40 20h-6v30z" />
        </g>
        <g fill="var(--hero-1)">
          <path d="M938 262h8v10h-8zM956 260h8v10h-8zM974 260h8v10h-8z" />
        </g>
        <path d="M0 372c240-44 470 26 720 6s470-44 720-2v44H0z" fill="var(--hero-4)" />
        <g>
          <use href={`#${id}lunaria`} transform="translate(430 420) scale(.9)" />
          <use href={`#${id}lunaria`} transform="translate(128 420) scale(1.25)" />
          <use href={`#${id}lunaria`} transform="translate(220 424) scale(-.9 .9)" />
        </g>
        <g>
          <use href={`#${id}lunaria`} transform="translate(1010 420) scale(-.95 .95)" />
          <use href={`#${id}lunaria`} transform="translate(1330 424) scale(-1.2 1.2)" />
          <use href={`#${id}lunaria`} transform="translate(1232 426) scale(.85)" />
        </g>
      </svg>
    </div>
  );
}

function Moon({ id }: { id: string }) {
  return (
    <svg
      viewBox="0 0 200 200"
      className="absolute top-16 -right-7 w-44 overflow-visible sm:right-[8%] lg:top-2 lg:right-[20vw] lg:w-72 xl:top-20 xl:right-[calc(27rem+3vw)]"
    >
      <defs>
        <radialGradient id={`${id}halo`}>
          <stop offset="0.42" stopColor="var(--highlight)" stopOpacity="0.5" />
          <stop offset="1" stopColor="var(--highlight)" stopOpacity="0" />
        </radialGradient>
        <radialGradient id={`${id}disc`} cx="0.36" cy="0.32" r="0.8">
          <stop stopColor="#fffaf0" />
          <stop offset="0.55" stopColor="var(--highlight)" />
          <stop offset="1" stopColor="var(--hero-1)" />
        </radialGradient>
      </defs>
      <circle cx="100" cy="100" r="100" fill={`url(#${id}halo)`} />
      <circle cx="100" cy="100" r="46" fill={`url(#${id}disc)`} />
      <g fill="var(--hero-1)" opacity="0.3">
        <circle cx="84" cy="92" r="9" />
        <circle cx="112" cy="80" r="5" />
        <circle cx="110" cy="116" r="12" />
        <circle cx="82" cy="120" r="5" />
      </g>
    </svg>
  );
}
