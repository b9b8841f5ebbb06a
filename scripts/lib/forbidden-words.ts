/** Finds words that we gave up: in names, in comments and in the titles of tests. Texts of the product are not looked at. */

import { basename } from 'node:path';
import { parseSync } from 'vite';
import { foreignNames, forbiddenInSentences, forbiddenNames } from '../glossary-words.ts';
import type { Node } from './module-graph.ts';

export interface Use {
  file: string;
  line: number;
  word: string;
  /** What to say. */
  instead: string;
}

interface Sentence {
  start: number;
  text: string;
}

const notNamesInSql = /--[^\n]*|'[^'\n]*'?/g;
const notNames = /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|\/\/[^\n]*|'[^'\n]*'?|"[^"\n]*"?|`[^`]*`?/g;
const sqlComment = /--([^\n]*)/g;
/** A line of SQL within a template. */
const sqlCommentInside = /^[ \t]*--[^\n]*/gm;
/** What a statement calls its parts: `with paid as (`. */
const partOfStatement = /\b([a-z_]+) as (?:not )?(?:materialized )?\(/g;

const isWholeName = (word: string) => /^[A-Z]/.test(word);
const phrases = Object.entries(forbiddenNames).map(([word, instead]) => {
  const phrase = `-${word.replaceAll(' ', '-')}-`;
  const isIn = (name: string) => (isWholeName(word) ? name === word : partsOf(name).includes(phrase));
  return { word, instead, isIn };
});

/** `-read-mark-ts-` of `readMark.ts`, so that a phrase is found between dashes. */
const partsOf = (name: string) =>
  `-${name
    .split(/(?<=[a-z0-9])(?=[A-Z])|[-_.$]/)
    .join('-')
    .toLowerCase()}-`;

export function findForbiddenWords(file: string, text: string): Use[] {
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  return [
    ...namesIn(file, text).flatMap(({ text: name, start }) =>
      phrases
        .filter(({ isIn }) => isIn(name))
        .map(({ word, instead }) => ({ file, line: lineAt(start), word, instead })),
    ),
    ...sentencesIn(file, text).flatMap(({ text: sentence, start }) =>
      [...sentence.matchAll(/[A-Za-z]+/g)].flatMap(({ 0: word, index }) => {
        const instead = forbiddenInSentences.get(word.toLowerCase());
        return instead === undefined ? [] : [{ file, line: lineAt(start + index), word, instead }];
      }),
    ),
  ];
}

const blank = (match: string) => ' '.repeat(match.length);

/** Every name once, where it comes first. */
function namesIn(file: string, text: string): Sentence[] {
  const code = text.replaceAll(file.endsWith('.sql') ? notNamesInSql : notNames, blank);
  const names = new Map([[basename(file), 0]]);
  for (const { 0: name, index } of [...code.matchAll(/[A-Za-z_$][\w$]*/g), ...partsOfStatements(text)])
    if (!names.has(name) && !foreignNames.has(name)) names.set(name, index);
  return [...names].map(([name, start]) => ({ text: name, start }));
}

const partsOfStatements = (text: string) =>
  Array.from(text.matchAll(partOfStatement), ({ 1: name = '', index }) => ({ 0: name, index }));

/** Most files hold none of these words anywhere, and need not be parsed to find where its sentences are. */
const anyWord = new RegExp(
  `(?<![a-z])(?:${[...forbiddenInSentences.keys()].map(RegExp.escape).join('|')})(?![a-z])`,
  'i',
);

function sentencesIn(file: string, text: string): Sentence[] {
  if (!anyWord.test(text)) return [];
  if (file.endsWith('.sql'))
    return [...text.matchAll(sqlComment)].map((match) => ({ start: match.index, text: match[0] }));
  const parsed = parseSync(file, text);
  const comments = parsed.comments.map(({ start, end }) => ({
    start,
    text: text.slice(start, end).replaceAll(/`[^`]*`/g, blank),
  }));
  const inStatements = [...text.matchAll(sqlCommentInside)].map(({ 0: line, index }) => ({
    start: index,
    text: line,
  }));
  const isTest = /\.(?:test|spec)\.tsx?$/.test(file);
  const titles = isTest ? titlesIn(parsed.program.body as unknown as Node[]) : [];
  return [...comments, ...inStatements, ...titles];
}

/** The titles of `test('…', …)`, `test.for([…])('…', …)` and of those within `describe('…', () => { … })`. */
function titlesIn(statements: readonly Node[]): Sentence[] {
  return statements.flatMap(({ type, expression }) => {
    const call = expression as Node | undefined;
    if (type !== 'ExpressionStatement' || call?.type !== 'CallExpression') return [];
    const [title, ...others] = call['arguments'] as Node[];
    const story = others.at(-1);
    if (!title || !story?.type.includes('Function')) return [];
    const { body } = story['body'] as { body?: Node[] };
    return [...textOf(title), ...titlesIn(Array.isArray(body) ? body : [])];
  });
}

function textOf({ type, start, value, quasis }: Node): Sentence[] {
  if (type === 'Literal' && typeof value === 'string') return [{ start, text: value }];
  if (type !== 'TemplateLiteral') return [];
  return (quasis as { start: number; value: { raw: string } }[]).map((part) => ({
    start: part.start,
    text: part.value.raw,
  }));
}
