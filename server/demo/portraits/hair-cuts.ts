import { component, filled, paint, stroked, type Shape, type Variants } from './shapes.ts';

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
export function hairCuts(variants: Variants): Variants {
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
