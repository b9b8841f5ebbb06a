export interface Room {
  /** For the drawing. */
  does: string;
  /**
   * Its own order: each part may use those before it. A part is a folder, files of another folder that stand elsewhere than
   * their folder, or `.`, the files beside the folders. Without it only circles of files are faults.
   */
  parts?: readonly (string | readonly string[])[];
  /** Files that name what every part makes, and that every part may use, and why. */
  open?: Readonly<Record<string, string>>;
  /** It alone writes them. */
  tables?: readonly string[];
  /** The only folders and files of the contract that it may name, and why. */
  contract?: Readonly<Record<string, string>>;
}

export interface Area {
  folder: string;
  /** What else of the repository it may use. */
  uses: readonly string[];
  /** By the path below the folder. Each may use those before it, never those after it; types count. */
  rooms: Readonly<Record<string, Room>>;
  /** Files beside the rooms put them together and may use all. Only these may be used by rooms, and why. */
  open: Readonly<Record<string, string>>;
  /** Folders that are no part of the program. */
  apart: readonly string[];
}
