import { filled, stroked, type Point, type Variants } from './shapes.ts';

/** The four points of a cubic Bézier curve. */
type Curve = readonly [Point, Point, Point, Point];

interface Side {
  /** From the neck to the shoulder. */
  shoulder: Curve;
  /** From the shoulder to the elbow. */
  arm: Curve;
  /** Far below every picture's edge. */
  end: Point;
}

interface Build {
  left: Side;
  right: Side;
}

/** Drawn around a neck that ends at (280, 842) and (695, 825); each head moves its body to its own neck. */
const builds = {
  female: {
    left: {
      shoulder: [
        [280, 842],
        [225, 885],
        [120, 900],
        [62, 950],
      ],
      arm: [
        [62, 950],
        [10, 1000],
        [-14, 1100],
        [-24, 1240],
      ],
      end: [-60, 2100],
    },
    right: {
      shoulder: [
        [695, 825],
        [745, 870],
        [815, 895],
        [868, 945],
      ],
      arm: [
        [868, 945],
        [920, 995],
        [944, 1095],
        [954, 1240],
      ],
      end: [990, 2100],
    },
  },
  male: {
    left: {
      shoulder: [
        [280, 842],
        [210, 885],
        [60, 902],
        [-14, 962],
      ],
      arm: [
        [-14, 962],
        [-76, 1016],
        [-100, 1120],
        [-112, 1260],
      ],
      end: [-150, 2100],
    },
    right: {
      shoulder: [
        [695, 825],
        [760, 870],
        [880, 898],
        [948, 955],
      ],
      arm: [
        [948, 955],
        [1006, 1010],
        [1030, 1116],
        [1042, 1256],
      ],
      end: [1080, 2100],
    },
  },
} as const satisfies Record<string, Build>;

export type BuildName = keyof typeof builds;

function between([x, y]: Point, [otherX, otherY]: Point, share: number): Point {
  return [Math.round(x + (otherX - x) * share), Math.round(y + (otherY - y) * share)];
}

/** What is left of a curve after `share` of it. */
function restOf([a, b, c, d]: Curve, share: number): Curve {
  const bc = between(b, c, share);
  const cd = between(c, d, share);
  const control = between(bc, cd, share);
  return [between(between(between(a, b, share), bc, share), control, share), control, cd, d];
}

function along([, b, c, d]: Curve): string {
  return `C${b.join(' ')} ${c.join(' ')} ${d.join(' ')}`;
}

function back([a, b, c]: Curve): string {
  return `C${c.join(' ')} ${b.join(' ')} ${a.join(' ')}`;
}

export type Neckline = (right: Point, left: Point) => string;

/**
 * The outline of something worn that begins `share` of the way from the neck to the shoulder. Its neckline
 * leads from the right of the picture to the left.
 */
export function worn(name: BuildName, share: number, neckline: Neckline): { edge: string; outline: string } {
  const { left, right } = builds[name];
  const leftShoulder = restOf(left.shoulder, share);
  const rightShoulder = restOf(right.shoulder, share);
  const neck = neckline(rightShoulder[0], leftShoulder[0]);
  const down = `M${leftShoulder[0].join(' ')}${along(leftShoulder)}${along(left.arm)}L${left.end.join(' ')}`;
  const up = `L${right.end.join(' ')}L${right.arm[3].join(' ')}${back(right.arm)}${back(rightShoulder)}`;
  return { edge: `M${rightShoulder[0].join(' ')}${neck}`, outline: `${down}${up}${neck}Z` };
}

function bare(name: BuildName) {
  const { left, right } = builds[name];
  const { outline } = worn(name, 0, (_right, end) => `L640 828L600 872H390L${end.join(' ')}`);
  const edges = [left, right].map(
    (side) => `M${side.shoulder[0].join(' ')}${along(side.shoulder)}${along(side.arm)}L${side.end.join(' ')}`,
  );
  return {
    elements: [
      filled(outline, 'skin'),
      stroked(edges.join(''), 'outline', 11),
      // Collarbones.
      stroked('M330 925Q390 930 440 962M660 915Q600 925 552 960', 'skinShade', 8),
    ],
  };
}

export const bodies: Variants = { female: bare('female'), male: bare('male') };
