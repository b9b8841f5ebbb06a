import { CharSet, JS, NFA } from 'refa';
import { analyse } from 'scslre';
import { isAmbiguous, numberStates } from './ambiguity.js';

/** A repetition that may be longer than this is taken for one without an end. */
const ENDLESS_FROM = 50;
const MOST_NODES = 20_000;

/**
 * How an expression could be made to try the same letters again and again: undefined where its time grows with the text
 * alone. `scslre` finds what one repeated letter does and knows all assertions; what takes a repeated word, such as
 * `<a<a<a` against `<a[^>]*>`, is found as an ambiguity of the automaton.
 */
export function findBacktracking(source, flags) {
  const [report] = analyse({ source, flags }).reports;
  if (report) return report.exponential ? 'exponential' : 'polynomial';
  const parser = JS.Parser.fromLiteral({ source, flags });
  const { alternatives } = parser.ast.pattern;
  if (alternatives.some((each) => isAmbiguous(statesOf(parser, each), mayFailAtEnd(each))))
    return 'polynomial';
  const lookarounds = alternatives.flatMap((each) => lookaroundsIn(each));
  if (lookarounds.some(({ kind, raw }) => kind === 'lookbehind' && /[*+]|,\}/.test(raw))) return 'polynomial';
  // What is looked ahead at is tried from wherever one gets to it.
  return lookarounds
    .filter(({ kind }) => kind === 'lookahead')
    .map((each) => findBacktracking(upTo(each), flags))
    .find((time) => time !== undefined);
}

function lookaroundsIn(node) {
  const inside = [
    ...(node.alternatives ?? []),
    ...(node.elements ?? []),
    ...(node.element ? [node.element] : []),
  ];
  const own = node.kind === 'lookahead' || node.kind === 'lookbehind' ? [node] : [];
  return [...own, ...inside.flatMap((each) => lookaroundsIn(each))];
}

/** What a lookahead looks for, behind what stands before it. */
function upTo(lookahead) {
  return `${leadingTo(lookahead)}(?:${lookahead.alternatives.map(({ raw }) => raw).join('|')})`;
}

function leadingTo({ parent, start }) {
  if (parent === null) return '';
  const siblings = parent.type === 'Alternative' ? parent.elements : [];
  const here = siblings.filter(({ end }) => end <= start).map(({ raw }) => raw);
  return `${leadingTo(parent)}${here.join('')}`;
}

/** Whether reaching the last state is not enough. */
function mayFailAtEnd({ elements }) {
  const last = elements.at(-1);
  return last?.type === 'Assertion' || (last?.alternatives ?? []).some((each) => mayFailAtEnd(each));
}

function statesOf(parser, alternative) {
  const { flags } = parser.ast;
  const { nfa, maxCharacter } = automatonOf(parser, alternative);
  const states = numberStates(nfa);
  const [first] = alternative.elements;
  const isStart = first?.type === 'Assertion' && first.kind === 'start';
  if (flags.sticky || (isStart && !flags.multiline)) return states;
  // The search for a beginning is a loop as well, out of which the expression begins after certain letters.
  const before = lettersBefore(parser, first, states[0], maxCharacter);
  const begin = states.push(states[0]) - 1;
  const search = states.length;
  states.push({
    isFinal: false,
    out: [
      [search, CharSet.all(maxCharacter)],
      [begin, before],
    ],
  });
  return states;
}

function automatonOf(parser, element) {
  const { expression, maxCharacter } = parser.parseElement(element, {
    assertions: 'ignore',
    backreferences: 'disable',
    maxNodes: MOST_NODES,
  });
  const nfa = NFA.fromRegex(expression, { maxCharacter }, { infinityThreshold: ENDLESS_FROM });
  return { nfa, maxCharacter };
}

/** What the first assertion of an expression says of the letter before it. */
function lettersBefore(parser, first, start, maxCharacter) {
  const all = CharSet.all(maxCharacter);
  const { flags } = parser.ast;
  if (first?.type !== 'Assertion') return all;
  if (first.kind === 'start') return JS.createCharSet([0xa, 0xd, 0x2028, 0x2029], flags);
  if (first.kind === 'word' && !first.negate) {
    const word = JS.createCharSet([{ kind: 'word', negate: false }], flags);
    const letters = start.out.map(([, each]) => each);
    if (letters.every((each) => each.isSubsetOf(word))) return word.negate();
    return letters.every((each) => each.isDisjointWith(word)) ? word : all;
  }
  if (first.kind !== 'lookbehind') return all;
  const looked = first.alternatives.map((each) => onlyLetter(parser, each));
  if (looked.includes(undefined)) return all;
  const letters = looked.reduce((some, more) => some.union(more));
  return first.negate ? letters.negate() : letters;
}

/** The letters of an expression that is one letter long. */
function onlyLetter(parser, alternative) {
  const [{ out }, ...others] = numberStates(automatonOf(parser, alternative).nfa);
  const isOneLong = others.every((each) => each.isFinal && each.out.length === 0);
  return isOneLong && out.length > 0 ? out.map(([, each]) => each).reduce((a, b) => a.union(b)) : undefined;
}

export function isReadable(source, flags) {
  try {
    return JS.Parser.fromLiteral({ source, flags }) !== undefined;
  } catch {
    return false;
  }
}
