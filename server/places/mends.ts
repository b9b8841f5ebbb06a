/** Every mend names what the package said, so that a new version of it cannot be mended blindly. */
export type Rename = readonly [id: number, was: string, name: string];
export type Dropped = readonly [id: number, was: string];
