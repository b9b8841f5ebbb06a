/** What a module may load, as its source says it. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { resolveImport } from './resolve-import.ts';

/** A node of the syntax tree, of which only the kind is known. */
export interface Node {
  type: string;
  start: number;
  [part: string]: unknown;
}

interface Imported {
  /** A file of ours, or the name of a library. */
  from: string;
  isOurs: boolean;
  /** What it is called there. */
  name: string;
}

export interface Module {
  file: string;
  text: string;
  body: readonly Node[];
  imports: ReadonlyMap<string, Imported>;
}

/** Loads what it is given in an effect, which no server runs. */
const LOADS_IN_EFFECTS = 'lazyPart';

/** The parts of a node that are nodes themselves. */
export function partsOf(node: Node): Node[] {
  return Object.values(node).flatMap((part) =>
    (Array.isArray(part) ? (part as unknown[]) : [part]).filter(
      (one): one is Node => typeof one === 'object' && one !== null && 'type' in one,
    ),
  );
}

/** The name of an identifier, and nothing for any other node. */
export function nameOf(node: unknown): string {
  const { type, name } = (node ?? {}) as { type?: string; name?: string };
  return type === 'Identifier' && name !== undefined ? name : '';
}

export function parseModule(file: string, text: string): Module {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message ?? ''}`);
  const body = program.body as unknown as Node[];
  return { file, text, body, imports: importsOf(file, body) };
}

function importsOf(file: string, body: readonly Node[]): Map<string, Imported> {
  const imports = new Map<string, Imported>();
  for (const node of body) {
    const { source, importKind, exportKind } = node as Partial<Record<string, unknown>>;
    if (!source || importKind === 'type' || exportKind === 'type') continue;
    const { value } = source as { value: string };
    const ours = resolveImport(file, value);
    const isOurs = ours !== undefined;
    const from = ours ?? value;
    const specifiers = (node['specifiers'] as Node[] | undefined) ?? [];
    for (const specifier of specifiers) {
      if (specifier['importKind'] === 'type' || specifier['exportKind'] === 'type') continue;
      const local = nameOf(specifier['local']);
      imports.set(local, {
        from,
        isOurs,
        name:
          nameOf(specifier['imported']) || (specifier.type === 'ImportDefaultSpecifier' ? 'default' : local),
      });
    }
    if (specifiers.length === 0) imports.set(`${node.type} ${from}`, { from, isOurs, name: '' });
  }
  return imports;
}

/** What is fetched by `import()`, but for what waits for an effect. */
function importedOnTheWay(file: string, nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'CallExpression' && nameOf(node['callee']) === LOADS_IN_EFFECTS) return [];
    const { value } = (node['source'] ?? {}) as { value?: unknown };
    const own =
      node.type === 'ImportExpression' && typeof value === 'string' ? resolveImport(file, value) : undefined;
    return [...(own === undefined ? [] : [own]), ...importedOnTheWay(file, partsOf(node))];
  });
}

/** Every module of ours that a run of `entry` may load. Of those that `stopAt` names, what they fetch on the way does not count. */
export function readGraph(root: string, entry: string, stopAt: readonly string[] = []): Map<string, Module> {
  const modules = new Map<string, Module>();
  const visit = (file: string): void => {
    if (modules.has(file) || !/\.tsx?$/.test(file) || !existsSync(join(root, file))) return;
    const module = parseModule(file, readFileSync(join(root, file), 'utf8'));
    modules.set(file, module);
    for (const { from, isOurs } of module.imports.values()) if (isOurs) visit(from);
    if (!stopAt.includes(file)) for (const from of importedOnTheWay(file, module.body)) visit(from);
  };
  visit(entry);
  return modules;
}
