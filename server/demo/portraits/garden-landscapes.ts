import { mix } from './colours.ts';
import { disc, group, path, frame, glow, line, mirrored, rect, sky } from './scene.ts';
import type { SceneMaker } from './scene.ts';
import type { Choices } from './seeded.ts';

export const ink = '#2a1726';
export const plum = '#7d3f68';
const paper = '#fdf8f1';
export const moonlight = '#fdebc8';

export const gardenCloths = [
  '#c76b7e',
  '#e8713f',
  '#fdf3e6',
  '#5b2c52',
  '#3f5a4b',
  '#d9a04a',
  '#8fa3b8',
  '#3b3350',
  '#a8483a',
  '#e9cdb8',
  '#6d7a4f',
  '#b993b8',
] as const;

/** The sky from the zenith to the horizon. */
export const evenings = {
  dusk: ['#f9c79d', '#e58c7f', '#a9567a', '#4a2546'],
  goldenHour: ['#fde6c8', '#f8c598', '#ec957d', '#c76b7e'],
  blueHour: ['#4b3a6b', '#7f5288', '#c76b7e', '#f3ac8c'],
  roseHour: ['#fbe3da', '#f3bfb3', '#dd8f92', '#a25676'],
} as const;

export function cypress(x: number, foot: number, height: number, fill: string): string {
  const half = Math.round(height * 0.11);
  const top = foot - height;
  return path(
    `M${x} ${top}C${x + half * 1.5} ${top + height * 0.45} ${x + half * 1.3} ${foot - height * 0.12} ${x + half * 0.5} ${foot}H${x - half * 0.5}C${x - half * 1.3} ${foot - height * 0.12} ${x - half * 1.5} ${top + height * 0.45} ${x} ${top}Z`,
    fill,
  );
}

export function stars(choices: Choices, fill: string): string {
  return Array.from({ length: 16 }, (_, index) => {
    const x = Math.round(choices.between(`star x${index}`, 20, 940));
    const y = Math.round(choices.between(`star y${index}`, 20, 620));
    return disc(x, y, 2 + (index % 3), fill, 0.75);
  }).join('');
}

export function flower(x: number, y: number, size: number, petals: string, heart: string): string {
  const parts = [0, 72, 144, 216, 288].map((turn) =>
    group(
      path(
        `M0 0C${-size * 0.6} ${-size * 0.4} ${-size * 0.5} ${-size} 0 ${-size}C${size * 0.5} ${-size} ${size * 0.6} ${-size * 0.4} 0 0Z`,
        petals,
      ),
      `rotate(${turn})`,
    ),
  );
  return group(parts.join('') + disc(0, 0, Math.round(size * 0.24), heart), `translate(${x} ${y})`);
}

function hills(far: string, middle: string, near: string): string {
  return (
    path('M0 860C160 780 300 800 460 850C640 900 800 790 960 820V1280H0Z', far) +
    path('M0 960C200 880 380 940 560 960C740 975 860 900 960 915V1280H0Z', middle) +
    path('M0 1080C180 1010 420 1060 600 1090C760 1110 880 1050 960 1040V1280H0Z', near)
  );
}

const moonrise: SceneMaker = (choices) => {
  const stops = evenings[choices.pick('evening', ['dusk', 'blueHour', 'roseHour'] as const)];
  const x = Math.round(choices.between('moon', 330, 400));
  const [, , far, deep] = stops;
  const near = mix(deep, ink, 0.75);
  const scene =
    stars(choices, paper) +
    glow(x, 380, 300, moonlight) +
    disc(x, 380, 300, moonlight) +
    disc(x - 90, 290, 40, '#f6dcae', 0.55) +
    disc(x + 130, 480, 26, '#f6dcae', 0.55) +
    disc(x - 180, 440, 20, '#f6dcae', 0.55) +
    hills(mix(far, deep, 0.5), mix(deep, ink, 0.35), near) +
    cypress(70, 1010, 420, near) +
    cypress(150, 1040, 300, near) +
    cypress(890, 1020, 520, near);
  return {
    back: sky(stops) + mirrored(scene, choices),
    front: '',
    aroundHead: moonlight,
    aroundShoulders: [mix(deep, ink, 0.4)],
  };
};

const vineyard: SceneMaker = (choices) => {
  const stops = evenings[choices.pick('evening', ['goldenHour', 'dusk'] as const)];
  const slope = choices.pick('slope', ['#8a5a63', '#7d6a4f', '#6b4668']);
  const dark = mix(slope, ink, 0.45);
  const rows = Array.from({ length: 9 }, (_, index) => {
    const foot = -160 + index * 160;
    return line(`M${foot} 1280Q${300 + index * 30} 1080 ${430 + index * 28} 905`, dark, 9);
  }).join('');
  const cottage =
    rect(748, 742, 120, 96, '#f4dcc4') +
    path('M732 746L808 700L884 746Z', '#c4553a') +
    rect(836, 690, 40, 148, '#eccdb2') +
    path('M828 692L856 664L884 692Z', '#c4553a') +
    rect(780, 778, 22, 30, '#ffd98a');
  const scene =
    glow(300, 430, 250, '#fff0cf') +
    disc(300, 430, 250, '#fff0cf') +
    path('M0 800C200 720 420 780 620 800C760 812 880 760 960 760V1280H0Z', mix(stops[2], slope, 0.4)) +
    cottage +
    cypress(712, 850, 240, dark) +
    cypress(906, 850, 300, dark) +
    cypress(60, 900, 360, dark) +
    path('M0 900C220 850 520 910 960 860V1280H0Z', slope) +
    rows;
  return {
    back: sky(stops) + mirrored(scene, choices),
    front: '',
    aroundHead: stops[1],
    aroundShoulders: [slope],
  };
};

const lake: SceneMaker = (choices) => {
  const stops = evenings[choices.pick('evening', ['roseHour', 'blueHour', 'goldenHour'] as const)];
  const water = mix(stops[2], plum, 0.45);
  const x = Math.round(choices.between('moon', 250, 330));
  const ripples = Array.from({ length: 10 }, (_, index) => {
    const width = 190 - index * 8 + (index % 3) * 46;
    const y = 850 + index * 40;
    return line(`M${x - width / 2} ${y}h${width}`, moonlight, 8);
  }).join('');
  const reeds = Array.from({ length: 7 }, (_, index) => {
    const foot = 800 + index * 28;
    const lean = (index % 3) * 16 - 10;
    const top = 760 - (index % 4) * 46;
    return (
      line(`M${foot} 1280Q${foot} 1000 ${foot + lean} ${top}`, ink, 7) +
      line(`M${foot + lean} ${top}v64`, '#5b2c3f', 20)
    );
  }).join('');
  const scene =
    glow(x, 330, 180, moonlight) +
    disc(x, 330, 180, moonlight) +
    path(
      'M0 800L150 640L260 730L420 560L580 740L700 650L860 590L960 680V830H0Z',
      mix(stops[2], plum, 0.25),
      0.75,
    ) +
    path('M0 810L90 740L240 790L460 720L640 800L800 730L960 790V830H0Z', mix(stops[3], plum, 0.5)) +
    rect(0, 815, frame.width, 465, water) +
    ripples +
    reeds;
  return {
    back: sky(stops) + mirrored(scene, choices),
    front: '',
    aroundHead: stops[1],
    aroundShoulders: [water],
  };
};

const rooftops: SceneMaker = (choices) => {
  const stops = evenings[choices.pick('evening', ['dusk', 'blueHour', 'roseHour'] as const)];
  const far = mix(stops[2], plum, 0.35);
  const near = mix(stops[3], ink, 0.45);
  const windows = Array.from({ length: 14 }, (_, index) => {
    if (choices.chance(`lit ${index}`, 0.3)) return '';
    return rect(30 + (index % 7) * 138, index < 7 ? 930 : 1040, 26, 40, '#ffd98a');
  }).join('');
  const town =
    path('M60 760V640H110V600L134 560L158 600V640H200V760Z', far) +
    path(
      'M0 800V720H90L140 690L190 720H260V660C260 560 420 560 420 660V720H560L620 680L680 720V760H800V520L830 470L860 520V760H960V1280H0Z',
      far,
    ) +
    rect(336, 520, 8, 60, far) +
    path(
      'M0 900L70 850L140 900V880L230 830L320 880V910L430 850L540 910V880L640 830L740 880V900L850 850L960 900V1280H0Z',
      near,
    ) +
    windows;
  const swallows = [
    [140, 240],
    [230, 180],
    [760, 210],
  ]
    .map(([x = 0, y = 0]) =>
      line(
        `M${x - 26} ${y - 10}Q${x - 8} ${y - 14} ${x} ${y}Q${x + 8} ${y - 14} ${x + 26} ${y - 10}`,
        near,
        6,
      ),
    )
    .join('');
  return {
    back:
      sky(stops) +
      glow(480, 440, 240, moonlight) +
      disc(480, 440, 330, moonlight, 0.4) +
      mirrored(town + swallows, choices),
    front: '',
    aroundHead: mix(stops[1], moonlight, 0.4),
    aroundShoulders: [near],
  };
};

export const gardenLandscapes = { moonrise, vineyard, lake, rooftops };
