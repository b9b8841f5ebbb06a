import { dot, filled, filledPlain, stroked, type Point, type Shape, type Variants } from './shapes.ts';

const white = '#fffaf3';

interface EyeFilling {
  whites: string;
  pupils: readonly [Point, Point];
}

/** The style draws open eyes as ink alone; the white and a light in the pupil make them look at you. */
const eyeFillings: Record<string, EyeFilling> = {
  variant02: {
    whites:
      'M46 54Q70 36 110 32Q150 40 160 66Q140 92 108 97Q62 84 46 54ZM266 72Q280 30 318 22Q332 40 322 64Q300 86 268 84Z',
    pupils: [
      [118, 60],
      [297, 48],
    ],
  },
  variant04: {
    whites:
      'M52 52Q90 34 118 34Q152 44 162 68Q140 88 108 90Q68 82 52 52ZM266 70Q276 36 316 22Q334 34 332 44Q326 70 300 80Q276 82 266 70Z',
    pupils: [
      [115, 60],
      [297, 48],
    ],
  },
  variant06: {
    whites:
      'M52 52Q90 34 118 34Q152 44 162 68Q140 86 112 86Q68 80 52 52ZM266 70Q276 36 312 24Q334 32 332 42Q324 66 296 76Q276 80 266 70Z',
    pupils: [
      [121, 60],
      [294, 48],
    ],
  },
  variant08: {
    whites:
      'M46 54Q90 44 118 48Q150 58 162 70Q130 90 98 90Q64 82 46 54ZM266 72Q282 54 308 42L332 44Q322 72 292 80Q276 80 266 72Z',
    pupils: [
      [94, 64],
      [289, 60],
    ],
  },
  variant11: {
    whites:
      'M58 64Q90 52 118 46Q150 58 164 76Q150 92 124 92Q84 88 58 64ZM262 74Q276 52 300 40Q322 46 330 44Q326 70 296 82Q270 84 262 74Z',
    pupils: [
      [126, 66],
      [294, 58],
    ],
  },
  variant12: {
    whites:
      'M56 56Q80 38 110 42Q146 54 164 68Q146 86 122 86Q74 80 56 56ZM264 68Q280 44 308 36Q330 36 336 44Q326 66 300 72Q276 76 264 68Z',
    pupils: [
      [123, 60],
      [292, 50],
    ],
  },
  variant20: {
    whites:
      'M44 62Q80 40 115 36Q150 44 164 66Q150 90 128 90Q76 88 44 62ZM264 72Q284 42 310 34Q340 38 340 44Q332 74 304 78Q278 82 264 72Z',
    pupils: [
      [133, 60],
      [319, 50],
    ],
  },
};

/** Each of those eyes plain, and once more with lashes at the outer corners. */
export function filledEyes(variants: Variants): Variants {
  const lashes = filled(
    'M62 36Q38 46 14 34Q26 50 42 52Q30 58 22 58Q38 66 54 54ZM326 22Q346 28 360 16Q356 34 336 42Z',
    'eyes',
  );
  const filledOnes = Object.entries(eyeFillings).flatMap(([name, { whites, pupils }]) => {
    const lines = variants[name]?.elements ?? [];
    const lights = pupils.map(([x, y]) => dot([x + 7, y - 9], 7, white));
    const elements = [filledPlain(whites, white), ...lines, ...lights];
    return [
      [name, { elements }],
      [`${name}Lashes`, { elements: [lashes, ...elements] }],
    ] as const;
  });
  return Object.fromEntries(filledOnes);
}

/** Strong brows that do not frown. */
export const strongBrows: Variants = {
  strong: {
    elements: [
      filled(
        'M36 76C62 42 122 32 172 58C177 68 166 74 158 70C116 54 74 62 46 86C37 88 33 82 36 76ZM246 68C262 42 300 36 331 54C339 62 335 74 326 72C300 62 273 65 256 80C247 82 243 75 246 68Z',
        'eyebrows',
      ),
    ],
  },
  straight: {
    elements: [
      filled(
        'M34 68C70 46 124 44 170 60C176 70 166 78 158 76C118 66 78 68 44 82C36 82 32 76 34 68ZM246 66C268 48 302 46 330 58C337 66 333 76 325 75C300 68 276 70 256 80C247 82 243 74 246 66Z',
        'eyebrows',
      ),
    ],
  },
};

/** Eyes that laugh. */
export const joyfulEyes: Variants = {
  joy: { elements: [stroked('M46 72Q98 18 158 76M266 76Q296 22 338 58', 'eyes', 14)] },
  joyLashes: {
    elements: [
      stroked('M46 72Q98 18 158 76M266 76Q296 22 338 58', 'eyes', 14),
      stroked('M52 62L30 58M66 48L48 38M330 48L350 42', 'eyes', 8),
    ],
  },
};

const smileLips =
  'M64 44Q96 37 122 38Q134 33 146 40Q158 32 170 36Q194 34 216 17Q200 60 172 76Q142 92 108 82Q80 70 64 44Z';
const softLips = 'M54 34Q90 38 114 41Q130 35 142 43Q156 37 168 47L192 57Q170 86 136 88Q86 80 54 34Z';
const grinLips =
  'M30 36Q90 25 130 23Q142 16 154 23Q168 14 186 17Q212 12 236 26Q226 62 196 82Q168 100 130 94Q80 84 30 36Z';
const grinTeeth = 'M58 44Q140 40 218 30Q202 60 178 72Q150 80 120 72Q88 62 58 44Z';
const beamLips = 'M26 42Q80 34 118 31Q132 24 146 31Q160 24 178 31Q202 38 216 53Q190 94 140 96Q76 90 26 42Z';
const beamTeeth = 'M54 53Q120 47 198 53Q178 78 142 76Q90 74 54 53Z';
const laughShape = 'M48 32Q140 50 226 20Q224 88 158 104Q84 108 48 32Z';
const laughTeeth = 'M57 38Q140 55 219 28Q216 46 206 53Q140 72 80 61Q66 52 57 38Z';

function laugh(lips: boolean): Shape[] {
  return [
    ...(lips ? [stroked(laughShape, 'lips', 20)] : []),
    filled(laughShape, 'mouth'),
    filledPlain('M108 96Q150 70 194 84Q160 108 108 96Z', '#d4625c'),
    filledPlain(laughTeeth, white),
    stroked('M36 24Q42 34 54 36M240 8Q236 20 222 25', 'mouth', 8),
  ];
}

/** Mouths with teeth and lips, made from the lines of the style's own friendliest ones. */
export function friendlyMouths(variants: Variants): Variants {
  const lines = (name: string): Shape[] => variants[name]?.elements ?? [];
  const lowerLip = stroked('M112 92Q138 99 162 90', 'lips', 7);
  return {
    smile: { elements: [...lines('happy01'), lowerLip] },
    soft: { elements: [...lines('happy02'), stroked('M108 94Q132 100 154 94', 'lips', 7)] },
    grin: { elements: [filledPlain(grinTeeth, white), ...lines('happy05')] },
    beam: { elements: [filledPlain(beamTeeth, white), ...lines('happy06')] },
    laugh: { elements: laugh(false) },
    lipsSmile: { elements: [filled(smileLips, 'lips'), ...lines('happy01')] },
    lipsSoft: { elements: [filled(softLips, 'lips'), ...lines('happy02')] },
    lipsGrin: { elements: [filled(grinLips, 'lips'), filledPlain(grinTeeth, white), ...lines('happy05')] },
    lipsBeam: { elements: [filled(beamLips, 'lips'), filledPlain(beamTeeth, white), ...lines('happy06')] },
    lipsLaugh: { elements: laugh(true) },
  };
}

const jaw =
  'M322 500C326 556 346 592 400 606C450 616 484 604 516 590C556 574 616 578 646 572C676 566 704 566 724 536L724 640C716 704 690 744 640 762C600 776 556 778 522 768C446 750 386 708 348 652C324 616 318 560 322 500Z';
const moustache =
  'M598 574C556 566 512 582 480 630C520 630 562 618 598 606C634 612 664 606 694 584C668 566 634 566 598 574Z';

/** Trimmed beards; the style has only two wild ones. */
export const beards: Variants = {
  stubble: {
    elements: [
      filled(
        'M334 548C346 586 366 606 406 616C452 624 484 610 516 594C556 578 616 582 646 576C672 570 696 572 712 554L712 640C704 698 682 734 636 750C600 760 562 760 526 752C452 734 398 698 362 646C342 616 334 586 334 548Z',
        'stubble',
        0.18,
      ),
    ],
  },
  short: { elements: [filled(jaw, 'hair')] },
  full: {
    elements: [
      filled(
        'M318 490C324 556 346 590 400 604C450 614 484 602 516 588C556 572 616 576 646 570C676 564 704 564 726 530L730 650C726 730 700 790 650 812C600 834 540 830 500 808C430 780 380 730 344 664C318 624 312 560 318 490Z',
        'hair',
      ),
    ],
  },
  moustache: { elements: [filled(moustache, 'hair')] },
  goatee: {
    elements: [
      filled(moustache, 'hair'),
      filled(
        'M520 672Q580 660 640 672Q672 690 652 742Q620 780 570 776Q524 764 508 720Q502 690 520 672Z',
        'hair',
      ),
    ],
  },
};

/** The lines that years of laughing leave. */
const crowsFeet = 'M366 436L340 424M362 454L332 454M368 472L344 484';
const underEyes = 'M412 508Q448 526 494 512M640 500Q668 512 692 500';
const folds = 'M536 568Q490 596 482 644';
const forehead = 'M430 262Q520 242 610 262M450 230Q524 214 596 230';

export const ageLines: Variants = {
  few: { elements: [stroked(crowsFeet, 'skinShade', 7)] },
  some: { elements: [stroked(`${crowsFeet}${underEyes}`, 'skinShade', 7)] },
  many: { elements: [stroked(`${crowsFeet}${underEyes}${folds}${forehead}`, 'skinShade', 8)] },
};

export const cheeks: Variants = {
  soft: {
    elements: [
      filled('M398 552a58 36 0 1 1-.1 0zM684 534a28 32 0 1 1-.1 0z', 'blush', 0.16),
      filled('M398 562a38 25 0 1 1-.1 0zM684 542a19 23 0 1 1-.1 0z', 'blush', 0.2),
    ],
  },
};

export const moreEarrings: Variants = {
  hoop: { elements: [stroked('M98 86a27 30 0 1 0 .1 0z', 'earrings', 9)] },
  drop: {
    elements: [stroked('M99 84V112', 'earrings', 6), filled('M99 108q22 30 0 46q-22 -16 0 -46z', 'earrings')],
  },
  pearl: { elements: [dot([99, 88], 14, '#fff6ea')] },
};
