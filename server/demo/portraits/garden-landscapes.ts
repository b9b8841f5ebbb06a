import { mix } from './colours.ts';
import { cypress, evenings, ink, moonlight, paper, plum, stars } from './garden-motifs.ts';
import { disc, frame, glow, line, mirrored, path, rect, sky, type SceneMaker } from './scene.ts';

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
