import { type Colour, clamp, fromHex, mix, reach, toHex } from './colour.ts';
import type { CompleteThemeTokens } from './tokens.ts';

export type Mode = 'light' | 'dark';

/** What everything else stands on: papers, lines and plain text. */
type Ground = {
  hue: Colour;
  paper: string;
  surface: string;
  raised: string;
  soft: string;
  softHover: string;
  chat: string;
  line: string;
  hardLine: string;
  ink: string;
  quiet: Colour;
};

/** Ink is the darker of the two, however a form was filled in. */
export function inkAndPaper(tokens: CompleteThemeTokens): { ink: Colour; paper: Colour } {
  const [one, other] = [fromHex(tokens.ink), fromHex(tokens.paper)];
  return one.l <= other.l ? { ink: one, paper: other } : { ink: other, paper: one };
}

export function dayGround(tokens: CompleteThemeTokens): Ground {
  const given = inkAndPaper(tokens);
  const paper: Colour = {
    ...given.paper,
    l: clamp(given.paper.l, 0.955, 0.992),
    c: Math.min(given.paper.c, 0.025),
  };
  const plainTint: Colour = {
    l: 0.945,
    c: Math.max(paper.c, 0.012),
    h: paper.c > 0.004 ? paper.h : given.ink.h,
  };
  const tint = tokens.neutralTint ? fromHex(tokens.neutralTint) : plainTint;
  const soft: Colour = { ...tint, l: clamp(tint.l, 0.925, 0.955), c: Math.min(tint.c, 0.03) };
  const surface: Colour = { ...paper, l: Math.min(1, paper.l + 0.025), c: paper.c * 0.25 };
  const ink = reach({ ...given.ink, l: Math.min(given.ink.l, 0.32) }, [toHex(soft)], 9);
  return {
    hue: { ...given.ink, l: 0.2 },
    paper: toHex(paper),
    surface: toHex(surface),
    raised: toHex(surface),
    soft: toHex(soft),
    softHover: toHex({ ...soft, l: soft.l - 0.025, c: soft.c * 1.15 }),
    chat: toHex(mix(paper, soft, 0.45)),
    line: toHex({ ...soft, l: 0.9, c: soft.c * 1.1 }),
    hardLine: ink,
    ink,
    quiet: { ...given.ink, l: 0.54, c: Math.min(given.ink.c, 0.035) },
  };
}

export function nightGround(tokens: CompleteThemeTokens): Ground {
  const { ink, paper } = inkAndPaper(tokens);
  const hue: Colour = { ...ink, l: 0.2, c: clamp(ink.c, 0.004, 0.045) };
  const at = (l: number, share = 1): string => toHex({ ...hue, l, c: hue.c * share });
  const text: Colour = { ...paper, l: 0.955, c: Math.min(paper.c, 0.014) };
  return {
    hue,
    paper: at(0.185),
    surface: at(0.228),
    raised: at(0.26),
    soft: at(0.285, 1.05),
    softHover: at(0.325, 1.05),
    chat: at(0.165),
    line: at(0.345),
    hardLine: at(0.5),
    ink: toHex(text),
    quiet: { ...hue, l: 0.76, c: hue.c * 0.55 },
  };
}
