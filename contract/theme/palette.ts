/** The colours of a brand, light and dark, derived from the few that it chooses so that every text can be read. */

import { type Colour, fillWithText, fromHex, mix, reach, stateOfFill, toHex, withAlpha } from './colour.ts';
import { type Mode, dayGround, inkAndPaper, nightGround } from './ground.ts';
import type { CompleteThemeTokens, CssVariables } from './tokens.ts';

const white = '#ffffff';

export function deriveColours(tokens: CompleteThemeTokens, mode: Mode): CssVariables {
  const ground = mode === 'light' ? dayGround(tokens) : nightGround(tokens);
  const grounds = [ground.paper, ground.surface, ground.raised, ground.soft, ground.chat];
  const edge = ground.line;
  const darkText =
    mode === 'light' ? ground.ink : toHex({ ...ground.hue, l: 0.2, c: Math.min(ground.hue.c, 0.04) });

  const visible = (hex: string) => fromHex(mode === 'light' ? hex : reach(fromHex(hex), [ground.paper], 3));
  const primary = visible(tokens.primary);
  const accent = visible(tokens.accent);
  const highlight = fromHex(tokens.highlight ?? tokens.primary);

  const soften = (colour: Colour): string =>
    mode === 'light'
      ? toHex({ ...colour, l: 0.945, c: Math.min(colour.c, 0.04) })
      : toHex(mix(fromHex(ground.surface), colour, 0.22));
  const asText = (colour: Colour, more: readonly string[] = []) => reach(colour, [...grounds, ...more], 4.5);
  const fill = (colour: Colour) => fillWithText(colour, [white, darkText]);

  const primaryFill = fill(primary);
  const accentFill = fill(accent);
  const action = tokens.action === 'primary' ? primaryFill : accentFill;
  const primarySoft = soften(primary);
  const accentSoft = soften(accent);
  const primaryLine = reach(primary, [...grounds, primarySoft], 3);

  const danger: Colour = { l: 0.55, c: 0.2, h: 25 };
  const success: Colour = { l: 0.58, c: 0.13, h: 155 };
  const warning: Colour = { l: 0.72, c: 0.15, h: 75 };
  const companion: Colour = { l: 0.55, c: 0.13, h: 305 };
  const dangerFill = fill(danger);
  const mine = myBubble(tokens, mode, primary);
  const inverse = mode === 'light' ? ground.ink : toHex({ ...ground.hue, l: 0.93, c: 0.012 });

  return {
    '--paper': ground.paper,
    '--surface': ground.surface,
    '--raised': ground.raised,
    '--soft': ground.soft,
    '--soft-hover': ground.softHover,
    '--chat': ground.chat,
    '--field': ground.surface,
    '--line': ground.line,
    '--edge': tokens.surfaces === 'line' ? ground.hardLine : ground.line,
    '--quiet-edge':
      tokens.surfaces === 'line' ? ground.hardLine : toHex(mix(fromHex(ground.line), ground.quiet, 0.25)),
    '--button-edge': tokens.surfaces === 'line' ? ground.hardLine : 'transparent',
    '--field-line': reach({ ...ground.hue, l: 0.66, c: Math.min(ground.hue.c, 0.03) }, grounds, 3),
    '--ink': ground.ink,
    '--muted': reach(ground.quiet, grounds, 4.5),

    '--primary': toHex(primary),
    '--primary-fill': primaryFill.fill,
    '--on-primary': primaryFill.text,
    '--primary-text': asText(primary, [primarySoft]),
    '--primary-line': primaryLine,
    '--primary-soft': primarySoft,
    '--on-primary-soft': reach(primary, [primarySoft], 4.5),

    '--action': action.fill,
    '--on-action': action.text,
    '--action-hover': stateOfFill(action.fill, action.text, 0.035),
    '--action-pressed': stateOfFill(action.fill, action.text, 0.06),

    '--accent': toHex(accent),
    '--accent-fill': accentFill.fill,
    '--on-accent': accentFill.text,
    '--accent-text': asText(accent),
    '--accent-soft': accentSoft,
    '--on-accent-soft': reach(accent, [accentSoft], 4.5),

    '--highlight': fill(highlight).fill,
    '--on-highlight': fill(highlight).text,
    '--star': starColour([highlight, accent, primary], [ground.paper, ground.surface, ground.raised]),
    '--like': reach({ l: 0.52, c: 0.2, h: 18 }, grounds, 3),
    '--online': reach(success, grounds, 3),

    '--danger-fill': dangerFill.fill,
    '--on-danger': dangerFill.text,
    '--danger-hover': stateOfFill(dangerFill.fill, dangerFill.text, 0.035),
    '--danger-pressed': stateOfFill(dangerFill.fill, dangerFill.text, 0.06),
    '--danger-text': asText(danger),
    '--danger-line': reach(danger, grounds, 3),
    ...softPair('danger', danger, soften),
    '--success-text': asText(success),
    ...softPair('success', success, soften),
    '--warning-text': asText(warning),
    ...softPair('warning', warning, soften),
    '--ai': soften(companion),
    '--on-ai': reach(companion, [soften(companion)], 4.5),

    '--inverse': inverse,
    '--on-inverse': reach(fromHex(ground.paper), [inverse], 7),
    '--inverse-link': reach({ ...primary, c: Math.min(primary.c, 0.14) }, [inverse], 4.5),

    '--bubble-mine': mine.fill,
    '--on-bubble-mine': mine.text,
    '--on-bubble-mine-muted': reach(mix(fromHex(mine.text), fromHex(mine.fill), 0.3), [mine.fill], 4.5),
    '--bubble-theirs': mode === 'light' ? ground.surface : ground.raised,
    '--bubble-locked': accentSoft,
    '--on-bubble-locked': reach(fromHex(ground.ink), [accentSoft], 7),

    '--meter':
      tokens.surfaces === 'line'
        ? `linear-gradient(${primaryLine},${primaryLine})`
        : `linear-gradient(90deg,${toHex(accent)},${primaryLine})`,
    '--ring': reach(primary, grounds, 3),
    '--overlay': mode === 'light' ? withAlpha(toHex({ ...ground.hue, l: 0.2 }), 0.55) : '#000000a6',
    '--photo-shade': toHex({ ...ground.hue, l: 0.2, c: Math.min(ground.hue.c, 0.05) }),
    '--on-photo': white,
    '--skeleton': ground.softHover,
    '--skeleton-shine': ground.soft,

    ...heroColours(tokens, mode),
    ...tileColours(primary, accent, highlight, ground.surface),
    ...chartColours(tokens.highlight ? [primary, accent, highlight] : [primary, accent], ground.surface),
    ...shadows(tokens, mode, {
      hue: ground.hue,
      glow: action.fill,
      edge,
      hardLine: ground.hardLine,
      primarySoft,
    }),
  };
}

function myBubble(tokens: CompleteThemeTokens, mode: Mode, primary: Colour): { fill: string; text: string } {
  if (mode === 'dark') {
    const fill = toHex(mix(fromHex(nightGround(tokens).raised), primary, 0.42));
    return { fill, text: reach({ ...primary, l: 0.97, c: 0.012 }, [fill], 7) };
  }
  if (tokens.surfaces === 'line') {
    const { fill, text } = fillWithText(primary, [white, dayGround(tokens).ink]);
    return { fill, text };
  }
  const { ink, paper } = dayGround(tokens);
  return { fill: ink, text: paper };
}

function softPair(name: string, colour: Colour, soften: (colour: Colour) => string): CssVariables {
  const ground = soften(colour);
  return { [`--${name}-soft`]: ground, [`--on-${name}-soft`]: reach(colour, [ground], 4.5) };
}

/** The most golden of the brand's colours that shows on the ground without turning to mud. */
function starColour(tones: readonly Colour[], backgrounds: readonly string[]): string {
  const fromGold = (tone: Colour) => Math.abs(((tone.h - 75 + 540) % 360) - 180);
  const bent = tones.map((tone) => {
    const hex = reach(tone, backgrounds, 3);
    return { hex, muddy: Math.abs(fromHex(hex).l - tone.l) > 0.12, away: fromGold(tone) };
  });
  const clear = bent.filter(({ muddy }) => !muddy);
  const [best] = (clear.length > 0 ? clear : bent).toSorted((one, other) => one.away - other.away);
  return best?.hex ?? '#000000';
}

/** Bands of a hero's sky. The deeper two carry text, so they are as dark as that text needs. */
function heroColours(tokens: CompleteThemeTokens, mode: Mode): CssVariables {
  const { ink, paper } = inkAndPaper(tokens);
  const deep: Colour = { ...ink, l: Math.min(ink.l, 0.27) };
  const accent = fromHex(tokens.accent);
  const given = tokens.heroColours?.map(fromHex) ?? [
    { ...fromHex(tokens.primary), l: 0.84, c: 0.09 },
    { ...accent, l: 0.68 },
    mix({ ...accent, l: 0.5 }, deep, 0.35),
    deep,
  ];
  const later = mode === 'light' ? 1 : 0.86;
  const dusk = given.map(({ l, c, h }): Colour => ({ l: l * later, c, h }));
  const [glow, rose, plum, night] = dusk as [Colour, Colour, Colour, Colour];
  const text = toHex({ ...paper, l: 0.985, c: Math.min(paper.c, 0.015) });
  const third = reach(plum, [text], 6);
  const fourth = reach(night, [text], 9);
  return {
    '--hero-1': toHex(glow),
    '--hero-2': reach(rose, [text], 3),
    '--hero-3': third,
    '--hero-4': fourth,
    '--on-hero': text,
    '--on-hero-muted': reach({ ...glow, l: 0.88, c: 0.04 }, [third, fourth], 4.5),
    '--ring-on-hero': text,
  };
}

function tileColours(primary: Colour, accent: Colour, highlight: Colour, base: string): CssVariables {
  return {
    '--tile-base': base,
    '--tile-deep': toHex(primary),
    '--tile-sky': toHex({ ...primary, l: mix(primary, fromHex(base), 0.55).l, c: primary.c * 0.5 }),
    '--tile-sun': toHex(highlight),
    '--tile-clay': toHex(accent),
  };
}

/** The brand's own colours, then the hues farthest from those already there. */
function chartColours(own: readonly Colour[], surface: string): CssVariables {
  const colours = [...own];
  const candidates = Array.from({ length: 24 }, (_, index) => ({ l: 0.62, c: 0.12, h: index * 15 }));
  const apart = (one: Colour, other: Colour) => Math.abs(((one.h - other.h + 540) % 360) - 180);
  const loneliness = (one: Colour) => Math.min(...colours.map((other) => apart(one, other)));
  while (colours.length < 6) {
    colours.push(candidates.reduce((best, one) => (loneliness(one) > loneliness(best) ? one : best)));
  }
  return Object.fromEntries(
    colours.map((colour, index) => [`--chart-${index + 1}`, reach(colour, [surface], 3)]),
  );
}

function shadows(
  tokens: CompleteThemeTokens,
  mode: Mode,
  {
    hue,
    glow,
    edge,
    hardLine,
    primarySoft,
  }: Record<'glow' | 'edge' | 'hardLine' | 'primarySoft', string> & {
    hue: Colour;
  },
): CssVariables {
  const depth = mode === 'light' ? toHex({ ...hue, l: 0.22 }) : '#000000';
  const shade = (share: number) => withAlpha(depth, mode === 'light' ? share : Math.min(1, share * 3));
  if (tokens.surfaces === 'line') {
    const cast = toHex({ ...fromHex(primarySoft), l: mode === 'light' ? 0.87 : 0.34 });
    return {
      '--shade-card': `5px 5px 0 ${cast}`,
      '--shade-raised': `8px 8px 0 ${withAlpha(depth, mode === 'light' ? 0.22 : 0.6)}`,
      '--shade-button': `3px 3px 0 ${hardLine}`,
      '--shade-button-hover': `4px 4px 0 ${hardLine}`,
      '--shade-button-pressed': `0 0 0 ${edge}`,
    };
  }
  return {
    '--shade-card': `0 1px 2px ${shade(0.05)},0 14px 36px -14px ${shade(0.2)}`,
    '--shade-raised': `0 2px 6px ${shade(0.08)},0 28px 64px -20px ${shade(0.36)}`,
    '--shade-button': `0 10px 24px -10px ${withAlpha(glow, mode === 'light' ? 0.75 : 0.4)}`,
    '--shade-button-hover': `0 14px 30px -10px ${withAlpha(glow, mode === 'light' ? 0.9 : 0.55)}`,
    '--shade-button-pressed': `0 4px 12px -6px ${withAlpha(glow, 0.7)}`,
  };
}
