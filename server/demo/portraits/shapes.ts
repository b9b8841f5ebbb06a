import type { StyleDefinition } from '@dicebear/core';

export type Shape = StyleDefinition['canvas']['elements'][number];
export type Variants = Record<string, { elements: Shape[] }>;
export type Point = readonly [x: number, y: number];

/** The colours a figure is drawn with, beyond those of the style it grows from. */
export const extraColours = [
  'blush',
  'cloth',
  'clothAccent',
  'clothShade',
  'hairShade',
  'lips',
  'metal',
  'skinShade',
  'stubble',
] as const;

export function paint(name: string): { type: 'color'; name: string } {
  return { type: 'color', name };
}

export function filled(d: string, colour: string, opacity?: number): Shape {
  return {
    type: 'element',
    name: 'path',
    attributes: { d, fill: paint(colour), ...(opacity ? { 'fill-opacity': String(opacity) } : {}) },
  };
}

export function filledPlain(d: string, hex: string): Shape {
  return { type: 'element', name: 'path', attributes: { d, fill: hex } };
}

export function stroked(d: string, colour: string, width: number, cap: 'round' | 'butt' = 'round'): Shape {
  return {
    type: 'element',
    name: 'path',
    attributes: {
      d,
      fill: 'none',
      stroke: paint(colour),
      'stroke-width': String(width),
      'stroke-linecap': cap,
      'stroke-linejoin': 'round',
    },
  };
}

export function dot([x, y]: Point, radius: number, hex: string): Shape {
  return {
    type: 'element',
    name: 'circle',
    attributes: { cx: String(x), cy: String(y), r: String(radius), fill: hex },
  };
}

export function component(name: string, transform: string): Shape {
  return { type: 'component', name, attributes: { transform } };
}
