/**
 * What people of the demo have told each other. A line begins with `>` where whoever began the conversation speaks, and
 * with `<` where the other one does. The words fit women and men alike.
 */
export interface Script {
  lines: readonly string[];
  /** What whoever began says last, where the other one still owes an answer. */
  asks: string;
}

export interface ConversationWords {
  member: readonly [Script, Script, Script];
  staff: readonly [Script, Script, Script];
  ai: readonly [Script, Script];
  /** Longer than a page. */
  long: Script;
  /** The other one's line that begins with `<*` carries a photo. */
  photo: Script;
  /** Goes with a like, and nobody has answered yet. */
  invitation: string;
  /** What the house says about all of this. */
  notice: string;
}
