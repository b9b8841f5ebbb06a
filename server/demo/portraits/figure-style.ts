import { Style, type StyleDefinition } from '@dicebear/core';
import lorelei from '@dicebear/styles/lorelei.json' with { type: 'json' };
import { bodies } from './body.ts';
import {
  ageLines,
  beards,
  cheeks,
  filledEyes,
  friendlyMouths,
  joyfulEyes,
  moreEarrings,
  strongBrows,
} from './features.ts';
import { hairCuts } from './hair-cuts.ts';
import { mensGarments, necklaces, summerDresses, womensGarments } from './garments.ts';
import { component, extraColours, filled, type Point, type Shape, type Variants } from './shapes.ts';

/** Where a head of the style meets its neck and where the neck ends, on the style's own canvas. */
interface HeadPlan {
  jaw: { start: Point; middle: Point; end: Point; neck: Point };
  shoulders: { left: Point; right: Point };
}

const heads: Record<string, HeadPlan> = {
  variant01: {
    jaw: { start: [365, 671], middle: [446, 732], end: [560, 761], neck: [595, 768] },
    shoulders: { left: [265, 838], right: [675, 808] },
  },
  variant02: {
    jaw: { start: [360, 666], middle: [445, 714], end: [540, 736], neck: [595, 743] },
    shoulders: { left: [291, 832], right: [649, 805] },
  },
  variant03: {
    jaw: { start: [361, 654], middle: [446, 708], end: [560, 731], neck: [595, 731] },
    shoulders: { left: [272, 843], right: [714, 835] },
  },
  variant04: {
    jaw: { start: [363, 654], middle: [460, 703], end: [560, 729], neck: [589, 728] },
    shoulders: { left: [301, 855], right: [688, 831] },
  },
};

/** The head's own origin on the canvas. */
const headOrigin = { x: 207, y: 171 };
const toCanvas = `translate(${-headOrigin.x} ${-headOrigin.y})`;

function chinShadow({ start, middle, end, neck }: HeadPlan['jaw']): Shape {
  const control = [2 * middle[0] - (start[0] + end[0]) / 2, 2 * middle[1] - (start[1] + end[1]) / 2];
  const d =
    `M${start.join(' ')}Q${control.join(' ')} ${end.join(' ')}L${neck.join(' ')}V${neck[1] + 30}` +
    `C${neck[0] - 60} ${neck[1] + 78} ${start[0] + 90} ${start[1] + 140} ${start[0] + 1} ${start[1] + 84}Z`;
  return {
    type: 'element',
    name: 'g',
    attributes: { transform: toCanvas },
    children: [filled(d, 'skinShade')],
  };
}

/** Bodies and clothes are drawn around one neck; this moves them to another. */
function toNeck({ left, right }: HeadPlan['shoulders']): string {
  const stretch = (right[0] - left[0]) / 415;
  const x = (left[0] + right[0]) / 2 - 487.5 * stretch - headOrigin.x;
  const y = (left[1] + right[1]) / 2 - 833.5 - headOrigin.y;
  return `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${stretch.toFixed(3)} 1)`;
}

// A JSON import has plain strings where the definition's type names the words it allows.
const source = lorelei as StyleDefinition;

function variantsOf(name: string): Variants {
  const found = source.components?.[name];
  if (!found || 'extends' in found) throw new Error(`The style has no component ${name}`);
  return Object.fromEntries(
    Object.entries(found.variants).map(([variant, { elements }]) => [variant, { elements: [...elements] }]),
  );
}

function withBody(variants: Variants): Variants {
  return Object.fromEntries(
    Object.entries(variants).map(([name, { elements }]) => {
      const plan = heads[name];
      const [outline, skin, details] = elements;
      if (!plan || !outline || !skin || !details) throw new Error(`The style's ${name} is not a head`);
      const places = new Map(
        elements.flatMap((element) =>
          element.type === 'component' ? [[element.name ?? '', element] as const] : [],
        ),
      );
      const own = (part: string): Shape => {
        const place = places.get(part);
        if (!place) throw new Error(`The style's ${name} has no ${part}`);
        return place;
      };
      const neck = toNeck(plan.shoulders);
      return [
        name,
        {
          elements: [
            component('body', neck),
            skin,
            chinShadow(plan.jaw),
            outline,
            details,
            component('necklace', neck),
            component('clothes', neck),
            component('cheeks', toCanvas),
            component('ageLines', toCanvas),
            own('freckles'),
            own('eyes'),
            own('eyebrows'),
            own('earrings'),
            component('beard', toCanvas),
            own('nose'),
            own('mouth'),
            own('glasses'),
          ],
        },
      ];
    }),
  );
}

/** The style's canvas ends at the neck; ours leaves room for a body, and `left` and `top` place theirs in it. */
export const figureCanvas = { width: 2000, height: 2400, left: 510, top: 200 };

const optional = { width: 980, height: 980, probability: 0 };
const always = { width: 980, height: 980 };

export const figureStyle = new Style<StyleDefinition>({
  ...source,
  canvas: {
    width: figureCanvas.width,
    height: figureCanvas.height,
    elements: [component('hair', `translate(${figureCanvas.left + 76} ${figureCanvas.top + 3})`)],
  },
  colors: {
    ...source.colors,
    ...Object.fromEntries(extraColours.map((name) => [name, { values: ['#888888'] }])),
  },
  components: {
    eyes: { ...always, variants: { ...filledEyes(variantsOf('eyes')), ...joyfulEyes } },
    eyebrows: { ...always, variants: { ...variantsOf('eyebrows'), ...strongBrows } },
    nose: { ...always, variants: variantsOf('nose') },
    mouth: { ...always, variants: friendlyMouths(variantsOf('mouth')) },
    head: { ...always, variants: withBody(variantsOf('head')) },
    hair: { ...always, variants: hairCuts(variantsOf('hair')) },
    body: { ...always, variants: bodies },
    clothes: { ...always, variants: { ...womensGarments, ...summerDresses, ...mensGarments } },
    ageLines: { ...optional, variants: ageLines },
    beard: { ...optional, variants: beards },
    cheeks: { ...optional, variants: cheeks },
    earrings: { ...optional, variants: { ...variantsOf('earrings'), ...moreEarrings } },
    freckles: { ...optional, variants: variantsOf('freckles') },
    glasses: { ...optional, variants: variantsOf('glasses') },
    necklace: { ...optional, variants: necklaces },
  },
});
