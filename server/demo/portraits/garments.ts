import { worn, type BuildName, type Neckline } from './body.ts';
import { dot, filled, stroked, type Shape, type Variants } from './shapes.ts';

type Fabric = 'plain' | 'stripes' | 'dots';

const round: Neckline = ([x, y], left) =>
  `C${x - 12} ${y + 85} 610 952 490 954C370 952 292 925 ${left.join(' ')}`;
const pointed: Neckline = ([x, y], left) =>
  `C${x - 20} ${y + 70} 600 985 503 1062C410 990 ${left[0] + 30} ${left[1] + 80} ${left.join(' ')}`;
const wide: Neckline = ([x, y], left) =>
  `C${x - 14} ${y + 125} 640 1062 498 1066C350 1062 ${left[0] + 24} ${left[1] + 130} ${left.join(' ')}`;
const shoulderless: Neckline = ([x, y], left) =>
  `C${x - 60} ${y + 70} 640 1052 492 1054C330 1052 ${left[0] + 80} ${left[1] + 70} ${left.join(' ')}`;
const crossed: Neckline = ([x, y], left) =>
  `C${x - 10} ${y + 90} 610 1040 492 1120C400 1050 ${left[0] + 30} ${left[1] + 90} ${left.join(' ')}`;
const open: Neckline = ([x, y], left) =>
  `C${x - 40} ${y + 130} 560 1180 498 1350C440 1180 ${left[0] + 60} ${left[1] + 130} ${left.join(' ')}`;

/** Drawn out and cut to the garment: a pattern fill takes five times as long as the whole figure. */
const prints = {
  stripes: stroked(
    Array.from({ length: 11 }, (_, row) => `M-160 ${856 + row * 60}H1100`).join(''),
    'clothAccent',
    17,
  ),
  dots: filled(
    Array.from({ length: 17 }, (_, row) =>
      Array.from({ length: 17 }, (__, column) => {
        const x = -140 + column * 76 + (row % 2) * 38;
        return `M${x} ${850 + row * 38}a11 11 0 1 1-.1 0z`;
      }).join(''),
    ).join(''),
    'clothAccent',
  ),
};

function printed(outline: string, fabric: Fabric): Shape[] {
  if (fabric === 'plain') return [];
  const cut: Shape = {
    type: 'element',
    name: 'clipPath',
    attributes: { id: 'garment' },
    children: [{ type: 'element', name: 'path', attributes: { d: outline } }],
  };
  return [
    { type: 'element', name: 'defs', children: [cut] },
    { type: 'element', name: 'g', attributes: { 'clip-path': 'url(#garment)' }, children: [prints[fabric]] },
  ];
}

/** Where the sleeves meet the body. */
function sleeves(build: BuildName): Shape {
  return build === 'female'
    ? stroked('M112 1420C108 1320 112 1250 128 1172M846 1420C850 1320 846 1250 828 1168', 'clothShade', 10)
    : stroked('M62 1460C56 1350 62 1270 82 1180M906 1460C910 1350 904 1270 884 1176', 'clothShade', 10);
}

function knitted(build: BuildName, share: number, neckline: Neckline, fabric: Fabric): Shape[] {
  const { edge, outline } = worn(build, share, neckline);
  const hem: Shape = {
    type: 'element',
    name: 'g',
    attributes: { transform: 'translate(0 13)' },
    children: [stroked(edge, 'clothShade', 22, 'butt')],
  };
  return [
    filled(outline, 'cloth'),
    ...printed(outline, fabric),
    sleeves(build),
    hem,
    stroked(edge, 'outline', 8, 'butt'),
  ];
}

function collar(): Shape[] {
  return [
    'M316 796L254 866L318 1016L482 956Q370 892 316 796Z',
    'M654 786L716 850L682 1006L526 956Q622 886 654 786Z',
  ].flatMap((flap) => [filled(flap, 'cloth'), stroked(flap, 'outline', 8)]);
}

function shirt(build: BuildName, fabric: Fabric, placketEnd: number): Shape[] {
  const { edge, outline } = worn(
    build,
    0.02,
    ([x, y], left) =>
      `C${x - 40} ${y + 60} 580 930 503 1010C430 940 ${left[0] + 60} ${left[1] + 60} ${left.join(' ')}`,
  );
  const buttons = [1075, 1195, 1315, 1435]
    .filter((y) => y < placketEnd)
    .map((y) => filled(`M519 ${y}a9 9 0 1 1-.1 0z`, 'clothAccent'));
  return [
    filled(outline, 'cloth'),
    ...printed(outline, fabric),
    sleeves(build),
    stroked(`M503 1010Q498 1200 506 ${placketEnd}M548 975Q540 1200 546 ${placketEnd}`, 'clothShade', 8),
    ...buttons,
    stroked(edge, 'outline', 8, 'butt'),
    ...collar(),
  ];
}

function rollneck(build: BuildName): Shape[] {
  const { outline } = worn(
    build,
    0,
    (_right, left) => `Q630 818 604 772Q476 838 350 776Q340 824 ${left.join(' ')}`,
  );
  return [
    filled(outline, 'cloth'),
    sleeves(build),
    stroked('M338 826Q480 898 622 818', 'clothShade', 9),
    stroked('M604 772Q476 838 350 776', 'outline', 8),
    // The neck's own outline ends under the wool.
    stroked('M350 776Q340 824 274 846M604 772Q630 818 701 829', 'outline', 9),
  ];
}

function blazer(build: BuildName): Shape[] {
  const inner = worn(build, 0.04, build === 'female' ? wide : round);
  const outer = worn(build, 0.03, open);
  const lapels = [
    'M284 840L206 952L258 986L218 1020L482 1346L498 1350C432 1170 340 1010 284 840Z',
    'M692 824L772 940L722 974L762 1008L514 1346L498 1350C566 1170 652 1000 692 824Z',
  ];
  return [
    filled(inner.outline, 'clothAccent'),
    stroked(inner.edge, 'outline', 8, 'butt'),
    filled(outer.outline, 'cloth'),
    sleeves(build),
    ...lapels.flatMap((lapel) => [filled(lapel, 'clothShade'), stroked(lapel, 'outline', 7)]),
  ];
}

/** A shirt worn open over a T-shirt, or a cardigan over a top. */
function layered(build: BuildName): Shape[] {
  const inner = worn(build, 0.04, build === 'female' ? wide : round);
  const outer = worn(
    build,
    0.04,
    ([x, y], left) =>
      `C${x - 30} ${y + 160} 640 1200 640 2100H380C370 1200 ${left[0] + 50} ${left[1] + 160} ${left.join(' ')}`,
  );
  return [
    filled(inner.outline, 'clothAccent'),
    stroked(inner.edge, 'outline', 8, 'butt'),
    filled(outer.outline, 'cloth'),
    sleeves(build),
    stroked(outer.edge, 'outline', 8, 'butt'),
    ...(build === 'male' ? collar().slice(0, 4) : []),
  ];
}

function dress(fabric: Fabric): Shape[] {
  const bodice =
    'M104 1230C150 1120 220 1082 300 1082C400 1082 448 1112 496 1140C546 1110 592 1080 676 1080C760 1082 820 1122 862 1225L880 2100H90Z';
  const straps = 'M204 876Q214 980 262 1092M772 868Q764 980 718 1088';
  return [
    stroked('M104 1240C92 1300 88 1360 86 1440M864 1235C876 1300 880 1360 884 1440', 'outline', 9),
    stroked(straps, 'cloth', 26),
    filled(bodice, 'cloth'),
    ...printed(bodice, fabric),
    stroked(bodice.slice(0, bodice.indexOf('L')), 'outline', 8),
  ];
}

function wrapped(fabric: Fabric): Shape[] {
  const { edge, outline } = worn('female', 0.12, crossed);
  return [
    filled(outline, 'cloth'),
    ...printed(outline, fabric),
    sleeves('female'),
    stroked(`${edge}M492 1120C420 1170 330 1230 250 1330`, 'outline', 8),
  ];
}

function offShoulder(fabric: Fabric): Shape[] {
  const { edge, outline } = worn('female', 0.9, shoulderless);
  const frill = `${edge}C20 1080 60 1120 120 1112C180 1150 250 1120 300 1150C370 1175 430 1140 490 1165C560 1140 620 1170 680 1142C740 1118 800 1145 850 1106C890 1110 910 1060 ${edge.slice(1, edge.indexOf('C'))}Z`;
  return [
    filled(outline, 'cloth'),
    ...printed(outline, fabric),
    sleeves('female'),
    filled(frill, 'cloth'),
    stroked(frill, 'clothShade', 8),
    stroked(edge, 'outline', 8, 'butt'),
  ];
}

function drawn(shapes: Shape[]): { elements: Shape[] } {
  return { elements: shapes };
}

export const womensGarments = {
  crewF: drawn(knitted('female', 0.05, round, 'plain')),
  crewStripesF: drawn(knitted('female', 0.05, round, 'stripes')),
  pointedF: drawn(knitted('female', 0.08, pointed, 'plain')),
  scoopF: drawn(knitted('female', 0.3, wide, 'plain')),
  scoopStripesF: drawn(knitted('female', 0.3, wide, 'stripes')),
  scoopDotsF: drawn(knitted('female', 0.3, wide, 'dots')),
  shirtF: drawn(shirt('female', 'plain', 2100)),
  rollneckF: drawn(rollneck('female')),
  blazerF: drawn(blazer('female')),
  cardiganF: drawn(layered('female')),
  wrapF: drawn(wrapped('plain')),
  wrapDotsF: drawn(wrapped('dots')),
} satisfies Variants;

/** For warm evenings of the younger ones. */
export const summerDresses = {
  dressF: drawn(dress('plain')),
  dressDotsF: drawn(dress('dots')),
  offShoulderF: drawn(offShoulder('plain')),
} satisfies Variants;

export const mensGarments = {
  crewM: drawn(knitted('male', 0.05, round, 'plain')),
  crewStripesM: drawn(knitted('male', 0.05, round, 'stripes')),
  pointedM: drawn(knitted('male', 0.05, pointed, 'plain')),
  shirtM: drawn(shirt('male', 'plain', 2100)),
  shirtDotsM: drawn(shirt('male', 'dots', 2100)),
  poloM: drawn(shirt('male', 'plain', 1230)),
  rollneckM: drawn(rollneck('male')),
  blazerM: drawn(blazer('male')),
  overshirtM: drawn(layered('male')),
} satisfies Variants;

export const necklaces: Variants = {
  pendant: drawn([
    stroked('M294 850Q360 970 486 1000Q616 962 684 834', 'metal', 6),
    filled('M486 996q22 26 0 46q-22 -20 0 -46z', 'metal'),
  ]),
  chain: drawn([stroked('M292 850Q370 932 486 936Q610 930 686 834', 'metal', 6)]),
  pearls: drawn(
    Array.from({ length: 17 }, (_, index) => {
      const share = index / 16;
      const x = 298 + share * 382;
      return dot(
        [Math.round(x), Math.round(856 + 92 * Math.sin(Math.PI * share) - 16 * share)],
        11,
        '#fff6ea',
      );
    }),
  ),
};
