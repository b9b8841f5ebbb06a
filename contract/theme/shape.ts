import type { CompleteThemeTokens, CssVariables } from './tokens.ts';

type Family = CompleteThemeTokens['headingFont'];

type FontTreatment = {
  stack: string;
  weight: number;
  tracking: string;
  leading: number;
  /** Variable axes beyond weight. */
  axes: string;
};

const sans = 'Arial,system-ui,sans-serif';

const fonts: Record<Family, FontTreatment> = {
  Fraunces: {
    stack: `"Fraunces","Fraunces Fallback",Georgia,serif`,
    weight: 560,
    tracking: '-0.012em',
    leading: 1.14,
    axes: '"SOFT" 100',
  },
  'Bricolage Grotesque': {
    stack: `"Bricolage Grotesque","Bricolage Grotesque Fallback",${sans}`,
    weight: 750,
    tracking: '-0.03em',
    leading: 1.02,
    axes: 'normal',
  },
  Figtree: {
    stack: `"Figtree","Figtree Fallback",${sans}`,
    weight: 700,
    tracking: '-0.02em',
    leading: 1.12,
    axes: 'normal',
  },
  'Instrument Sans': {
    stack: `"Instrument Sans","Instrument Sans Fallback",${sans}`,
    weight: 650,
    tracking: '-0.025em',
    leading: 1.1,
    axes: 'normal',
  },
};

/** Corners, lines, type and room: what a brand keeps by day and by night. */
export function deriveShape(tokens: CompleteThemeTokens): CssVariables {
  const { radius, surfaces, buttons, portraitShape } = tokens;
  const heading = fonts[tokens.headingFont];
  const drawn = surfaces === 'line';
  const px = (value: number) => `${Math.round(value)}px`;
  const field = px(radius * 0.7);
  const foot = px(radius * 0.7);
  return {
    '--heading-font': heading.stack,
    '--text-font': fonts[tokens.textFont].stack,
    '--heading-weight': String(heading.weight),
    '--heading-tracking': heading.tracking,
    '--heading-leading': String(heading.leading),
    '--heading-axes': heading.axes,

    '--corner-field': field,
    '--corner-button': buttons === 'pill' ? '999px' : px(radius * 0.7),
    '--corner-round': buttons === 'pill' ? '999px' : px(radius),
    '--corner-check': px(Math.min(radius * 0.4, 8)),
    '--corner-card': px(radius * 1.2),
    '--corner-sheet': px(radius * 1.4),
    '--corner-badge': buttons === 'pill' ? '999px' : px(radius * 0.5),
    ...bubbleCorners(tokens),
    '--corner-avatar': portraitShape === 'arch' ? '50%' : px(radius),
    // In per cent, because pixel corners wider than the box would shrink the lower corners too.
    '--corner-portrait':
      portraitShape === 'arch' ? `50% 50% ${foot} ${foot}/40% 40% ${foot} ${foot}` : px(radius * 0.5),

    '--stroke': drawn ? '1.5px' : '1px',
    '--frame': drawn ? '0px' : '3px',
    '--button-weight': drawn ? '700' : '600',
    '--press': drawn ? '3px 3px' : '0 1px',
    '--card-padding': `calc(var(--spacing, 0.25rem) * ${drawn ? 5 : 6})`,
    '--section-gap': drawn ? '3.5rem' : '4.5rem',
  };
}

/** The corners of a bubble in a chat; the last of several has one that points to who said it. */
function bubbleCorners({ bubbles = 'tail', radius }: CompleteThemeTokens): CssVariables {
  if (bubbles === 'round') return { '--corner-bubble': '1.375rem', '--corner-bubble-tail': '1.375rem' };
  const corner = bubbles === 'square' ? '0.25rem' : `${Math.max(radius, 4)}px`;
  return { '--corner-bubble': corner, '--corner-bubble-tail': '0.25rem' };
}
