import { type ReactElement, type SVGProps, createElement } from 'react';

interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}
type IconProps = SVGProps<SVGSVGElement> & { size?: number | string };

/**
 * Makes an icon of its drawing, in the place of lucide's own maker.
 *
 * @public The build hands it to the icons (`site/vite.config.ts`).
 */
export function drawIcon({ node }: IconData) {
  return function Icon({ size = 24, color = 'currentColor', ...rest }: IconProps): ReactElement {
    const isSpoken = rest.role !== undefined || rest['aria-label'] !== undefined;
    const attributes = {
      viewBox: '0 0 24 24',
      width: size,
      height: size,
      fill: 'none',
      stroke: color,
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      ...(!isSpoken && { 'aria-hidden': true }),
      ...rest,
    } as const;
    return createElement('svg', attributes, ...node.map(([tag, shape]) => createElement(tag, shape)));
  };
}
