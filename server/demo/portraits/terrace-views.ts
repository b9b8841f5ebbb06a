import { mix } from './colours.ts';
import { disc, frame, ground, group, line, mirrored, path, rect, type SceneMaker } from './scene.ts';
import { air, chalk, cobalt, ink, leafGreen, lemon, terracotta } from './terrace-patterns.ts';

function pot(x: number, foot: number, fill: string): string {
  return (
    path(`M${x - 62} ${foot - 120}H${x + 62}L${x + 44} ${foot}H${x - 44}Z`, fill) +
    rect(x - 74, foot - 148, 148, 36, mix(fill, ink, 0.16))
  );
}

function geraniums(x: number, y: number, blossom: string): string {
  const leaves = [
    [-60, -20],
    [0, -50],
    [60, -16],
    [-30, 14],
    [34, 10],
  ].map(([dx = 0, dy = 0]) => disc(x + dx, y + dy, 40, leafGreen));
  const blossoms = [
    [-70, -70],
    [-10, -110],
    [58, -76],
    [20, -30],
  ].map(
    ([dx = 0, dy = 0]) =>
      disc(x + dx, y + dy, 27, blossom) + disc(x + dx - 7, y + dy - 6, 9, mix(blossom, chalk, 0.45)),
  );
  return leaves.join('') + blossoms.join('');
}

const seaside: SceneMaker = (choices) => {
  const [heaven, sun] = choices.pick('heaven', [
    [chalk, lemon],
    ['#fdeecb', terracotta],
    [air, lemon],
    ['#fbd9c6', chalk],
  ] as const);
  const waves = Array.from({ length: 12 }, (_, index) => {
    const x = (index * 251) % 900;
    const y = 800 + ((index * 83) % 300);
    return line(`M${x} ${y}q20 -16 40 0t40 0t40 0`, '#7ea6ff', 7);
  }).join('');
  const boat =
    path('M110 748H262L226 792H144Z', terracotta) +
    path('M182 736V600L100 736Z', chalk) +
    path('M194 736V628L256 736Z', lemon);
  const scene = disc(520, 430, 320, sun) + rect(0, 770, frame.width, 510, cobalt) + waves + boat;
  const rail = Array.from({ length: 9 }, (_, index) => rect(18 + index * 114, 1150, 20, 130, chalk)).join('');
  const withRail = choices.chance('rail', 0.5);
  return {
    back:
      ground(heaven) +
      mirrored(scene, choices) +
      (withRail ? rect(0, 1120, frame.width, 30, chalk) + rail : ''),
    front: '',
    aroundHead: sun,
    aroundShoulders: [cobalt],
  };
};

const awning: SceneMaker = (choices) => {
  const [wall, stripe, blind] = choices.pick('colours', [
    [lemon, cobalt, chalk],
    ['#f7e3c4', terracotta, chalk],
    [air, terracotta, '#fff4d6'],
    ['#f4a78a', cobalt, chalk],
    [chalk, '#2f7d5b', '#fff4d6'],
  ] as const);
  const stripes = Array.from({ length: 8 }, (_, index) => {
    const colour = index % 2 ? blind : stripe;
    const x = index * 120;
    return rect(x, 0, 120, 170, colour) + path(`M${x} 170H${x + 120}V196A60 60 0 0 1 ${x} 196Z`, colour);
  }).join('');
  const shutter = (x: number) =>
    rect(x, 420, 130, 460, stripe) +
    Array.from({ length: 9 }, (_, index) =>
      rect(x + 16, 448 + index * 46, 98, 14, mix(stripe, ink, 0.35)),
    ).join('');
  const scene =
    shutter(-20) +
    pot(872, 1040, terracotta) +
    geraniums(872, 880, choices.pick('blossom', ['#e8455a', chalk, '#f08ab0']));
  return {
    back:
      ground(wall) +
      mirrored(scene, choices) +
      rect(0, 1040, frame.width, 240, mix(wall, ink, 0.14)) +
      stripes,
    front: '',
    aroundHead: wall,
    aroundShoulders: [wall],
  };
};

const patio: SceneMaker = (choices) => {
  const [wall, door, pots] = choices.pick('colours', [
    [chalk, cobalt, cobalt],
    ['#fff4e4', '#2f7d5b', terracotta],
    ['#f0a07c', chalk, cobalt],
    ['#cfe3fb', terracotta, terracotta],
  ] as const);
  const blossom = choices.pick('blossom', ['#e8455a', '#f08ab0', lemon]);
  const places = [
    [110, 350],
    [860, 330],
    [80, 700],
    [890, 690],
    [120, 1030],
  ] as const;
  const plants = places.map(([x, y]) => pot(x, y, pots) + geraniums(x, y - 160, blossom)).join('');
  const arch = 'M200 1280V480A280 280 0 0 1 760 480V1280Z';
  return {
    back:
      ground(wall) +
      path(arch, door) +
      line(arch, mix(door, ink, 0.3), 14) +
      disc(480, 480, 220, mix(door, chalk, 0.16)) +
      mirrored(plants, choices),
    front: '',
    aroundHead: door,
    aroundShoulders: [door, wall],
  };
};

const village: SceneMaker = (choices) => {
  const [heaven, wall, shade] = choices.pick('colours', [
    [cobalt, chalk, '#d7e4f8'],
    ['#f2b48f', '#fff4e4', '#ecd2bd'],
    [lemon, chalk, '#e6dcc0'],
    ['#7fb2f5', '#fff8ec', '#dce6f2'],
  ] as const);
  const door = choices.pick('door', [terracotta, cobalt, '#2f7d5b']);
  const cottage = (x: number, y: number, width: number) =>
    rect(x, y, width, 1280 - y, wall) +
    rect(x + width - 46, y, 46, 1280 - y, shade) +
    rect(x + 40, y + 60, 58, 80, door) +
    rect(x + 32, y + 142, 74, 14, shade);
  const scene =
    disc(180, 190, 96, heaven === lemon ? terracotta : lemon) +
    cottage(-40, 560, 260) +
    cottage(760, 470, 260) +
    cottage(200, 700, 240) +
    cottage(560, 660, 240) +
    path('M640 660A90 90 0 0 1 790 660Z', terracotta) +
    cottage(-10, 900, 190) +
    cottage(800, 860, 220);
  return {
    back: ground(heaven) + mirrored(scene, choices),
    front: '',
    aroundHead: heaven,
    aroundShoulders: [wall, shade],
  };
};

const parasol: SceneMaker = (choices) => {
  const [first, second, sand] = choices.pick('colours', [
    [terracotta, chalk, '#f7e3c4'],
    [cobalt, chalk, '#cfe3fb'],
    [lemon, chalk, '#7fb2f5'],
    ['#2f7d5b', '#fff4d6', '#f4b89d'],
  ] as const);
  const wedges = Array.from({ length: 12 }, (_, index) => {
    const from = (index * Math.PI) / 6;
    const to = from + Math.PI / 6;
    const at = (angle: number) => `${Math.round(470 * Math.cos(angle))} ${Math.round(470 * Math.sin(angle))}`;
    return path(`M0 0L${at(from)}A470 470 0 0 1 ${at(to)}Z`, index % 2 ? first : second);
  }).join('');
  const scene = group(wedges + disc(0, 0, 26, ink), 'translate(420 420) rotate(9)');
  return {
    back:
      ground(sand) +
      disc(450, 460, 480, mix(sand, ink, 0.14)) +
      mirrored(scene, choices) +
      rect(0, 1060, frame.width, 220, mix(sand, first, 0.35)),
    front: '',
    aroundHead: mix(first, second, 0.5),
    aroundShoulders: [sand],
  };
};

export const terraceViews = { seaside, awning, patio, village, parasol };
