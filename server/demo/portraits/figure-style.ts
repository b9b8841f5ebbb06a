import { Style } from '@dicebear/core';
import type { StyleDefinition } from '@dicebear/core';
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
import { mensGarments, necklaces, summerDresses, womensGarments } from './garments.ts';
import { component, extraColours, filled, paint, stroked } from './shapes.ts';
import type { Point, Shape, Variants } from './shapes.ts';

/** Where the style puts a head among its hair. */
const headPlace = 'translate(131 168)';
/** Ours are drawn on the style's canvas, its hair lies a little off. */
const onCanvas = { transform: 'translate(-76 -3)' };

/** Locks that fall over the shoulders, for cuts that the style ends at the neck. */
const locks = {
  straight: {
    fall: 'M236 540C196 690 148 880 146 1040C146 1140 176 1240 218 1330C226 1280 236 1250 246 1216C258 1260 276 1290 302 1326C306 1250 322 1180 332 1110C352 1000 354 910 342 836C332 780 312 730 306 670ZM744 620C792 790 834 960 816 1120C808 1210 780 1280 748 1340C740 1290 730 1260 720 1226C706 1266 690 1290 666 1318C662 1240 646 1180 644 1100C644 1000 668 930 690 878C706 840 724 760 744 620Z',
    strands:
      'M226 760C192 900 190 1040 214 1180M286 800C300 940 282 1060 268 1170M770 860C792 960 786 1080 760 1190M712 920C690 1000 690 1080 702 1170',
  },
  wavy: {
    fall: 'M200 640C120 740 196 850 146 950C104 1040 168 1100 146 1190C140 1250 180 1290 226 1340C228 1290 238 1262 252 1236C270 1270 292 1290 322 1310C306 1240 356 1180 340 1090C326 1020 372 960 348 890C338 850 318 830 306 780ZM748 640C820 760 760 860 806 950C848 1050 784 1110 802 1200C800 1260 774 1290 738 1336C738 1290 728 1262 714 1236C698 1270 680 1290 650 1306C668 1240 626 1180 644 1090C662 1030 630 970 660 900C674 860 716 800 748 640Z',
    strands:
      'M228 780C262 880 186 960 222 1060C240 1110 214 1150 222 1200M300 900C276 960 316 1030 286 1110C276 1150 284 1170 284 1200M752 840C724 940 790 1010 754 1100C742 1140 758 1170 752 1200',
  },
} as const;

const longer: Readonly<Record<string, keyof typeof locks>> = {
  variant15: 'straight',
  variant23: 'straight',
  variant35: 'wavy',
};

function withLocks(elements: readonly Shape[], kind: keyof typeof locks): Shape[] {
  const { fall, strands } = locks[kind];
  const shapes = [filled(fall, 'hair'), stroked(strands, 'hairShade', 7)];
  const head = elements.findIndex(({ type }) => type === 'component');
  return [
    ...elements.slice(0, head + 1),
    { type: 'element', name: 'g', attributes: onCanvas, children: shapes },
    ...elements.slice(head + 1),
  ];
}

function inShadow(element: Shape): Shape {
  return { ...element, attributes: { ...element.attributes, fill: paint('hairShade') } };
}

/** The style's cuts with hair behind the head in its shadow, some of them once more with long hair. */
function hairCuts(variants: Variants): Variants {
  const cuts: Variants = { bald: { elements: [component('head', headPlace)] } };
  for (const [name, { elements }] of Object.entries(variants)) {
    const head = elements.findIndex(({ type }) => type === 'component');
    const deep = elements.map((element, index) => (index < head ? inShadow(element) : element));
    cuts[name] = { elements: deep };
    const kind = longer[name];
    if (kind) cuts[`${name}Long`] = { elements: withLocks(deep, kind) };
  }
  return cuts;
}

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
