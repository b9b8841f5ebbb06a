import {
  clampChroma,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  useMode as registerMode,
  wcagLuminance,
} from 'culori/fn';

/** A colour by perceived lightness (0 to 1), chroma (0 to about 0.37) and hue (degrees). */
export type Colour = { l: number; c: number; h: number };

/**
 * Registers the colour spaces at first use, not on import: what only reads the tokens' schema then leaves the
 * whole colour library out of its bundle. Contrast is measured in linear light, hence the third space.
 */
function colourSpace() {
  registerMode(modeRgb);
  registerMode(modeLrgb);
  return registerMode(modeOklch);
}

let toOklch: ReturnType<typeof colourSpace> | undefined;

export function fromHex(hex: string): Colour {
  toOklch ??= colourSpace();
  const parsed = toOklch(hex);
  if (!parsed) throw new TypeError(`Not a colour: ${hex}`);
  return { l: parsed.l, c: parsed.c, h: parsed.h ?? 0 };
}

/** The nearest colour a screen can show, keeping lightness and hue. */
export function toHex({ l, c, h }: Colour): string {
  toOklch ??= colourSpace();
  return formatHex(clampChroma({ mode: 'oklch', l, c, h }, 'oklch'));
}

export function withAlpha(hex: string, alpha: number): string {
  const byte = Math.round(alpha * 255);
  return hex + byte.toString(16).padStart(2, '0');
}

/** As paint would mix, on the straight line between the two. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const between = (one: number, other: number) => one + (other - one) * share;
  const a = between(greenToRed(from), greenToRed(to));
  const b = between(blueToYellow(from), blueToYellow(to));
  return {
    l: between(from.l, to.l),
    c: Math.hypot(a, b),
    h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}

function greenToRed({ c, h }: Colour): number {
  return c * Math.cos((h * Math.PI) / 180);
}

function blueToYellow({ c, h }: Colour): number {
  return c * Math.sin((h * Math.PI) / 180);
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

export function contrast(one: string, other: string): number {
  return contrastOf(luminanceOf(one), luminanceOf(other));
}

function luminanceOf(hex: string): number {
  toOklch ??= colourSpace();
  return wcagLuminance(hex);
}

/** The ratio of WCAG, of two luminances. */
function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** The colour itself, or the nearest lightness of it that stands out enough from every background. */
export function reach(colour: Colour, backgrounds: readonly string[], minimum: number): string {
  // To read a colour takes longest, and each of these is compared with a dozen others.
  const grounds = backgrounds.map(luminanceOf);
  const worstContrast = (hex: string) => {
    const luminance = luminanceOf(hex);
    return Math.min(...grounds.map((ground) => contrastOf(luminance, ground)));
  };
  const asGiven = toHex(colour);
  if (worstContrast(asGiven) >= minimum) return asGiven;

  const end = worstContrast('#ffffff') > worstContrast('#000000') ? 1 : 0;
  let best = end === 1 ? '#ffffff' : '#000000';
  let near = colour.l;
  let far: number = end;
  for (let round = 0; round < 12; round += 1) {
    const middle = (near + far) / 2;
    const candidate = toHex({ ...colour, l: middle });
    if (worstContrast(candidate) >= minimum) {
      best = candidate;
      far = middle;
    } else {
      near = middle;
    }
  }
  return best;
}

/** A filled shape and the words on it: whichever of the given text colours bends the fill least. */
export function fillWithText(colour: Colour, texts: readonly [string, ...string[]]) {
  const bent = (text: string) => {
    const fill = reach(colour, [text], 4.5);
    return { fill, text, distance: Math.abs(fromHex(fill).l - colour.l) };
  };
  const options = texts.map(bent);
  return options.reduce((best, option) => (option.distance < best.distance - 0.001 ? option : best));
}

/** The same fill under the pointer or the finger: it moves away from its text, so contrast only grows. */
export function stateOfFill(fill: string, text: string, step: number): string {
  const colour = fromHex(fill);
  const away = Math.sign(colour.l - fromHex(text).l) || 1;
  const moved = colour.l + away * step;
  if (moved <= 0.96 && moved >= 0.12) return toHex({ ...colour, l: moved });
  return reach({ ...colour, l: colour.l - away * step }, [text], 4.5);
}
