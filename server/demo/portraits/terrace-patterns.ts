import { mix } from './colours.ts';
import { disc, frame, ground, group, mirrored, path, rect, sprig } from './scene.ts';
import type { SceneMaker } from './scene.ts';

export const ink = '#10213f';
export const cobalt = '#1d4fd8';
export const terracotta = '#d9572b';
export const lemon = '#f6d34a';
export const chalk = '#fbfcfd';
export const air = '#bcd9fb';
export const leafGreen = '#2f7d5b';

export const terraceCloths = [
  cobalt,
  terracotta,
  lemon,
  chalk,
  ink,
  '#8fb5ff',
  '#f08a6c',
  '#2f7d5b',
  '#ecd9b8',
  '#a9d8bf',
  '#f4b6c2',
  '#b23a2a',
] as const;

function tile(kind: number, base: string, first: string, second: string, third: string): string {
  const corner =
    'M0 0H44A44 44 0 0 1 0 44ZM120 0V44A44 44 0 0 1 76 0ZM120 120H76A44 44 0 0 1 120 76ZM0 120V76A44 44 0 0 1 44 120Z';
  const designs = [
    rect(0, 0, 120, 120, base) +
      path('M0 0H120L0 120Z', first) +
      path(corner, second) +
      disc(60, 60, 30, chalk) +
      disc(60, 60, 13, third),
    rect(0, 0, 120, 120, base) +
      path('M60 6L78 42L114 60L78 78L60 114L42 78L6 60L42 42Z', first) +
      path(corner, third) +
      disc(60, 60, 16, second),
    rect(0, 0, 120, 120, base) +
      path(
        'M60 60C20 50 20 10 60 10C100 10 100 50 60 60ZM60 60C50 100 10 100 10 60C10 20 50 20 60 60ZM60 60C100 70 100 110 60 110C20 110 20 70 60 60ZM60 60C70 20 110 20 110 60C110 100 70 100 60 60Z',
        first,
      ) +
      disc(60, 60, 14, second) +
      path('M0 0H26L0 26ZM120 0V26L94 0ZM120 120H94L120 94ZM0 120V94L26 120Z', third),
  ];
  return `<pattern id="sceneTile" width="120" height="120" patternUnits="userSpaceOnUse">${designs[kind] ?? designs[0]}</pattern>`;
}

const azulejo: SceneMaker = (choices) => {
  const [base, first, second, third, panel] = choices.pick('colours', [
    [lemon, cobalt, '#8fb5ff', terracotta, chalk],
    [chalk, cobalt, air, lemon, lemon],
    [air, cobalt, chalk, lemon, terracotta],
    [chalk, terracotta, '#f4b89d', cobalt, '#f7e3c4'],
    [chalk, '#2f7d5b', '#a9d8bf', lemon, '#f4a78a'],
  ] as const);
  const arch = 'M120 1280V470A360 360 0 0 1 840 470V1280Z';
  return {
    back:
      tile(Math.floor(choices.number('tile') * 3), base, first, second, third) +
      rect(0, 0, frame.width, frame.height, 'url(#sceneTile)') +
      (choices.chance('round', 0.5)
        ? disc(480, 480, 400, panel) + rect(80, 480, 800, 800, panel)
        : path(arch, panel)),
    front: '',
    aroundHead: panel,
    aroundShoulders: [panel],
  };
};

const rays: SceneMaker = (choices) => {
  const [wall, ray, sun] = choices.pick('colours', [
    [lemon, '#fbe38a', chalk],
    [cobalt, '#3b69e6', lemon],
    [terracotta, '#e37a54', '#fbe3c4'],
    ['#cfe3fb', chalk, '#f4a78a'],
    ['#2f7d5b', '#4b9574', lemon],
  ] as const);
  const wedges = Array.from({ length: 16 }, (_, index) => {
    const from = (index * Math.PI) / 8;
    const to = from + Math.PI / 16;
    const point = (angle: number) =>
      `${Math.round(480 + 1200 * Math.cos(angle))} ${Math.round(470 + 1200 * Math.sin(angle))}`;
    return `M480 470L${point(from)}L${point(to)}Z`;
  }).join('');
  return {
    back: ground(wall) + path(wedges, ray) + disc(480, 470, 370, sun),
    front: '',
    aroundHead: sun,
    aroundShoulders: [wall],
  };
};

const citrus: SceneMaker = (choices) => {
  const [wall, halo, fruit] = choices.pick('colours', [
    [cobalt, '#7fa6ff', lemon],
    ['#cfe3fb', chalk, lemon],
    ['#fff4d6', '#f4b89d', '#f0872f'],
    [terracotta, '#f7e3c4', lemon],
    ['#1f5f6b', '#a9d8bf', '#f0872f'],
  ] as const);
  const green = choices.pick('green', [leafGreen, '#1f5f4b']);
  const bough = [
    [60, 300, 30],
    [20, 640, 10],
    [90, 960, 24],
    [900, 280, -30],
    [940, 660, -8],
    [880, 980, -22],
    [300, 110, 70],
    [660, 110, -72],
  ]
    .map(([x = 0, y = 0, turn = 0]) =>
      group(sprig(260, 4, green, mix(green, ink, 0.3)), `translate(${x} ${y}) rotate(${turn})`),
    )
    .join('');
  const fruits = [
    [110, 330],
    [50, 560],
    [130, 800],
    [850, 300],
    [920, 540],
    [840, 830],
    [250, 120],
    [730, 110],
  ]
    .map(([x = 0, y = 0], index) =>
      group(
        path(
          'M-62 0C-58 -40 -20 -52 10 -48C40 -46 66 -20 76 -2C64 26 34 50 2 50C-32 50 -58 30 -62 0Z',
          fruit,
        ) + path('M-40 -12C-30 -32 -10 -38 4 -36C-14 -30 -26 -18 -30 -4Z', chalk, 0.55),
        `translate(${x} ${y}) rotate(${index * 47})`,
      ),
    )
    .join('');
  return {
    back:
      ground(wall) +
      disc(480, 480, 390, halo) +
      rect(90, 480, 780, 800, halo) +
      mirrored(bough + fruits, choices),
    front: '',
    aroundHead: halo,
    aroundShoulders: [halo],
  };
};

const cutouts: SceneMaker = (choices) => {
  const [first, second, third, fourth, leaf] = choices.pick('colours', [
    [lemon, cobalt, terracotta, chalk, ink],
    [chalk, '#f4a78a', cobalt, lemon, '#2f7d5b'],
    [air, chalk, lemon, terracotta, cobalt],
    ['#f7e3c4', terracotta, cobalt, lemon, chalk],
  ] as const);
  const weed =
    'M0 0C-10 -60 -70 -50 -60 -110C-30 -100 -20 -90 -10 -80C-30 -130 -60 -150 -30 -200C-10 -180 0 -160 0 -140C0 -160 20 -190 40 -200C60 -150 30 -130 12 -80C24 -90 40 -100 62 -110C70 -50 10 -60 0 0Z';
  const shapes =
    rect(0, 0, 330, 560, second) +
    rect(620, 560, 340, 720, third) +
    rect(0, 900, 480, 380, fourth) +
    group(path(weed, leaf), 'translate(150 460) scale(1.7)') +
    group(path(weed, fourth), 'translate(850 420) scale(1.8) rotate(14)') +
    group(path(weed, first), 'translate(830 920) scale(1.5)') +
    group(path(weed, third), 'translate(110 1180) scale(1.5) rotate(-10)');
  return {
    back: ground(first) + mirrored(shapes, choices) + disc(480, 490, 350, first),
    front: '',
    aroundHead: first,
    aroundShoulders: [third, fourth],
  };
};

export const terracePatterns = { azulejo, rays, citrus, cutouts };
