import { mix } from './colours.ts';
import { cypress, evenings, flower, ink, moonlight, plum, stars } from './garden-landscapes.ts';
import {
  disc,
  frame,
  glow,
  ground,
  group,
  line,
  mirrored,
  path,
  rect,
  sky,
  sprig,
  type SceneMaker,
} from './scene.ts';

const archedWindow: SceneMaker = (choices) => {
  const wall = choices.pick('wall', ['#5b2c52', '#b9607a', '#f1dcc6', '#8a4a6c']);
  const stops = evenings[choices.pick('evening', ['goldenHour', 'dusk', 'roseHour'] as const)];
  const trim = wall === '#f1dcc6' ? '#d99b86' : '#f4dcc4';
  const leaf = wall === '#f1dcc6' ? '#6d7a4f' : mix(wall, ink, 0.55);
  const arch = 'M150 1280V440A330 330 0 0 1 810 440V1280Z';
  const scene =
    disc(640, 300, 84, moonlight) +
    glow(640, 300, 84, moonlight) +
    path('M150 900C300 820 420 860 540 890C660 915 740 850 810 850V1280H150Z', mix(stops[3], ink, 0.2)) +
    cypress(238, 960, 400, mix(stops[3], ink, 0.5)) +
    cypress(742, 960, 330, mix(stops[3], ink, 0.5));
  const marks = stops.map((colour, index) => `<stop offset="${index / 3}" stop-color="${colour}"/>`).join('');
  const vines = [
    group(sprig(330, 6, leaf, leaf), 'translate(40 420) rotate(14)'),
    group(sprig(280, 5, leaf, leaf), 'translate(930 360) rotate(-16)'),
    group(sprig(260, 5, leaf, leaf), 'translate(70 800) rotate(-6)'),
    group(sprig(300, 6, leaf, leaf), 'translate(890 860) rotate(10)'),
  ].join('');
  return {
    back:
      ground(wall) +
      mirrored(vines, choices) +
      `<linearGradient id="sceneArch" x2="0" y2="1">${marks}</linearGradient>` +
      path(arch, 'url(#sceneArch)') +
      mirrored(scene, choices) +
      line(arch, trim, 20) +
      line('M112 1280V440A368 368 0 0 1 848 440V1280', trim, 5),
    front: '',
    aroundHead: stops[1],
    aroundShoulders: [stops[3]],
  };
};

const fairyLights: SceneMaker = (choices) => {
  const stops = choices.pick('night', [
    ['#33203f', '#5b2f5c', '#a2557a', '#e59080'],
    ['#2f2346', '#4b3a6b', '#8d5a86', '#d9797a'],
    ['#3a1a33', '#6e3358', '#b9607a', '#f0a58a'],
  ] as const);
  const bulb = (x: number, y: number) =>
    line(`M${x} ${y - 26}V${y - 10}`, ink, 6) + glow(x, y, 26, '#ffd9a0') + disc(x, y, 18, '#ffe9c4');
  const wires =
    line('M-20 90Q240 330 500 150T980 60', mix(stops[0], ink, 0.5), 5) +
    line('M-20 330Q120 520 300 330M660 380Q820 560 980 330', mix(stops[0], ink, 0.5), 5);
  const bulbs = [
    [70, 190],
    [190, 252],
    [330, 250],
    [640, 120],
    [780, 158],
    [900, 122],
    [70, 446],
    [210, 440],
    [760, 474],
    [890, 446],
  ].map(([x = 0, y = 0]) => bulb(x, y));
  const leaf = mix(stops[0], ink, 0.55);
  const bushes = Array.from({ length: 9 }, (_, index) => {
    const y = 1010 - Math.abs(4 - index) * 40 + (index % 2) * 26;
    return disc(index * 120, y, 128, leaf);
  }).join('');
  return {
    back:
      sky(stops) +
      stars(choices, '#ffe9c4') +
      glow(480, 470, 250, '#f3a58a') +
      mirrored(wires + bulbs.join(''), choices) +
      bushes +
      rect(0, 950, frame.width, 330, leaf),
    front:
      group(sprig(330, 6, mix(leaf, '#6d7a4f', 0.35), leaf), 'translate(20 1300) rotate(12)') +
      group(sprig(300, 6, mix(leaf, '#6d7a4f', 0.25), leaf), 'translate(940 1310) rotate(-14)'),
    aroundHead: mix(stops[1], stops[2], 0.4),
    aroundShoulders: [leaf],
  };
};

const bower: SceneMaker = (choices) => {
  const [wall, halo, leaf, petals, heart] = choices.pick('colours', [
    ['#f7e4d2', '#f6b98d', '#6d7a4f', '#d9797a', '#fbe3da'],
    ['#f0b7a6', '#fbe3da', '#5f6b4c', '#fdf3e6', '#e8a04f'],
    ['#a95a76', '#f3bfb3', '#45304a', '#f6b98d', '#7d3f68'],
    ['#e9cdb8', '#c76b7e', '#4f5f4d', '#fdf3e6', '#e8a04f'],
    ['#4f2b4d', '#e58c7f', '#2f1a30', '#f3bfb3', '#fdebc8'],
  ] as const);
  const dark = mix(leaf, ink, 0.25);
  const garland = [
    [90, 330, 20],
    [40, 620, -4],
    [110, 900, 12],
    [870, 300, -22],
    [930, 640, 4],
    [850, 930, -14],
    [250, 150, 48],
    [720, 140, -50],
  ]
    .map(([x = 0, y = 0, turn = 0], index) =>
      group(sprig(270, 5, index % 2 ? leaf : dark, dark), `translate(${x} ${y}) rotate(${turn})`),
    )
    .join('');
  const blooms = [
    [96, 400, 84],
    [40, 720, 66],
    [880, 360, 78],
    [930, 760, 88],
    [180, 190, 56],
    [800, 150, 60],
    [120, 960, 60],
  ]
    .map(([x = 0, y = 0, size = 0]) => flower(x, y, size, petals, heart))
    .join('');
  return {
    back:
      ground(wall) +
      path('M130 1280V470A350 350 0 0 1 830 470V1280Z', halo) +
      mirrored(garland + blooms, choices),
    front: flower(70, 1225, 92, petals, heart) + flower(900, 1240, 80, petals, heart),
    aroundHead: halo,
    aroundShoulders: [halo],
  };
};

const pergola: SceneMaker = (choices) => {
  const stops = evenings[choices.pick('evening', ['goldenHour', 'roseHour', 'dusk'] as const)];
  const [stone, shade] = choices.pick('stone', [
    ['#fbeedd', '#e3c3a8'],
    ['#d99b86', '#b4705f'],
    ['#8a5270', '#6b3a5a'],
  ] as const);
  const bloom = choices.pick('bloom', ['#9a83c4', '#c9a3d6', '#e9a3a9', '#fdf3e6']);
  const clusters = [
    [60, 150, 5],
    [190, 130, 4],
    [330, 120, 3],
    [640, 120, 3],
    [770, 130, 5],
    [900, 140, 4],
  ]
    .map(([x = 0, y = 0, rows = 0]) =>
      Array.from({ length: rows }, (_, row) => {
        const size = 44 - row * 6;
        const colour = mix(bloom, plum, row * 0.09);
        return (
          disc(x - size * 0.55, y + row * 54, size, colour) +
          disc(x + size * 0.55, y + row * 54 + 18, size, colour)
        );
      }).join(''),
    )
    .join('');
  const column = (x: number) =>
    rect(x, 130, 92, 1150, stone) + rect(x + 62, 130, 30, 1150, shade) + rect(x - 16, 118, 124, 34, stone);
  return {
    back:
      sky(stops) +
      disc(480, 450, 330, moonlight, 0.5) +
      path('M0 900C200 840 360 880 520 905C700 930 840 860 960 870V1280H0Z', mix(stops[3], plum, 0.3)) +
      column(28) +
      column(840) +
      rect(0, 40, frame.width, 62, stone) +
      rect(0, 88, frame.width, 16, shade) +
      mirrored(clusters, choices),
    front: '',
    aroundHead: mix(stops[1], moonlight, 0.5),
    aroundShoulders: [stops[3]],
  };
};

const honesty: SceneMaker = (choices) => {
  const [wall, halo, seed, stem] = choices.pick('colours', [
    ['#3a2038', '#c76b7e', '#f4e3cf', '#8a5a6f'],
    ['#e58c7f', '#f9d3b0', '#fdf3e6', '#8a3f52'],
    ['#6b3a5f', '#f0a58a', '#f6e6d6', '#3a2038'],
    ['#f3dcc8', '#e8a07a', '#fffaf3', '#a2557a'],
  ] as const);
  const branch = (length: number) => {
    const pods = Array.from({ length: 7 }, (_, index) => {
      const y = -(length * (index + 2)) / 8.5;
      const side = index % 2 ? 1 : -1;
      const x = side * (58 - index * 3);
      return (
        line(`M0 ${y + 34}Q${x * 0.4} ${y + 10} ${x * 0.7} ${y}`, stem, 5) +
        `<ellipse cx="${x}" cy="${y - 22}" rx="38" ry="46" fill="${mix(seed, wall, index % 3 === 1 ? 0.3 : 0.12)}"/>` +
        line(`M${x} ${y + 14}V${y - 60}`, mix(seed, stem, 0.35), 3)
      );
    });
    return line(`M0 0V${-length}`, stem, 6) + pods.join('');
  };
  const branches =
    group(branch(560), 'translate(96 980) rotate(-7)') +
    group(branch(470), 'translate(20 620) rotate(10)') +
    group(branch(600), 'translate(880 1040) rotate(8)') +
    group(branch(430), 'translate(940 520) rotate(-12)');
  return {
    back:
      ground(wall) +
      disc(480, 470, 430, mix(wall, halo, 0.25)) +
      disc(480, 470, 390, halo) +
      mirrored(branches, choices),
    front: '',
    aroundHead: halo,
    aroundShoulders: [wall],
  };
};

export const gardenNooks = { archedWindow, fairyLights, bower, pergola, honesty };
