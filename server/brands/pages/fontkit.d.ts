/** The little of fontkit that is used here; the package has no types. */
declare module 'fontkit' {
  interface Glyph {
    readonly path: { toSVG(): string };
  }
  export interface Font {
    readonly unitsPerEm: number;
    layout(text: string): {
      readonly glyphs: readonly Glyph[];
      readonly positions: readonly { readonly xAdvance: number }[];
      readonly advanceWidth: number;
    };
  }
  export function create(file: Buffer): Font;
}
