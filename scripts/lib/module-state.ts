/**
 * Finds what a module keeps as long as the process lives: what it can change after it has loaded. Constants are no state,
 * nor is what `page-state.ts` makes, which a server cannot change.
 */

import { nameOf, partsOf } from './module-graph.ts';
import type { Module, Node } from './module-graph.ts';

export interface Finding {
  file: string;
  line: number;
  what: string;
}

/** Those that keep something as long as a page is open, and nothing on a server. */
const pageMakers: ReadonlySet<string> = new Set(['pageState', 'pageService', 'pageCache']);
/** What is made of these never changes. */
const constantClasses: ReadonlySet<string> = new Set(['TextEncoder', 'TextDecoder']);
/** A collection that is declared as one of these cannot be changed by code that follows the types. */
const readonlyTypes: ReadonlySet<string> = new Set(['ReadonlyMap', 'ReadonlySet']);
/** Libraries whose functions may be called while modules load: what they make holds nothing of a page. */
const constantLibraries: ReadonlySet<string> = new Set(['react', 'zod']);
/** What they export as their default is one for the whole process. */
const singletons: ReadonlySet<string> = new Set(['i18next']);
const changers: ReadonlySet<string> = new Set(
  'add clear copyWithin delete fill pop push reverse set shift sort splice unshift'.split(' '),
);
const isFunction = ({ type }: Node) => /Function/.test(type);

interface Binding {
  name: string;
  node: Node;
  init: Node | undefined;
  isConstant: boolean;
}

/** What is declared among some statements, not counting what stands deeper. */
function declaredIn(statements: readonly Node[]): Binding[] {
  return statements.flatMap((statement) => {
    const node = ((statement.type.startsWith('Export') && statement['declaration']) || statement) as Node;
    if (node.type === 'FunctionDeclaration')
      return [{ name: nameOf(node['id']), node, init: node, isConstant: true }];
    if (node.type !== 'VariableDeclaration' || node['declare'] === true) return [];
    return (node['declarations'] as Node[]).flatMap((one) =>
      namesIn(one['id'] as Node).map((name) => ({
        name,
        node: one,
        init: (one['init'] ?? undefined) as Node | undefined,
        isConstant: node['kind'] === 'const',
      })),
    );
  });
}

function namesIn(pattern: Node): string[] {
  if (nameOf(pattern)) return [nameOf(pattern)];
  if (pattern.type === 'Property') return namesIn(pattern['value'] as Node);
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern['left'] as Node);
  return partsOf(pattern).flatMap(namesIn);
}

/** The names that a function has for itself, however deep in its blocks. */
function ownNames(part: Node): string[] {
  const params = (part['params'] as Node[] | undefined) ?? [];
  const inside = (nodes: readonly Node[]): string[] =>
    nodes.flatMap((node) => [
      ...declaredIn([node]).map(({ name }) => name),
      ...(isFunction(node) ? [] : inside(partsOf(node))),
    ]);
  return [...params.flatMap(namesIn), ...inside(partsOf(part))];
}

/** What functions among `nodes` assign to, or change by a method that does: the name it begins with. */
function changedIn(
  nodes: readonly Node[],
  inFunction: boolean,
): { name: string; byMethod: boolean; node: Node }[] {
  return nodes.flatMap((node) => {
    const inside = isFunction(node);
    const own = new Set(inside ? ownNames(node) : []);
    const found = changedIn(partsOf(node), inFunction || inside).filter(({ name }) => !own.has(name));
    if (!inFunction) return found;
    const target = (node['left'] ?? node['argument']) as Node | undefined;
    const assigns = ['AssignmentExpression', 'UpdateExpression'].includes(node.type);
    const deletes = node.type === 'UnaryExpression' && node['operator'] === 'delete';
    if (target && (assigns || deletes)) return [...found, { name: beginOf(target), byMethod: false, node }];
    const callee = node['callee'] as Node | undefined;
    if (callee?.type === 'MemberExpression' && changers.has(nameOf(callee['property'])))
      return [...found, { name: beginOf(callee['object'] as Node), byMethod: true, node }];
    return found;
  });
}

/** `a` of `a.b[0].c`. */
function beginOf(node: Node): string {
  return node.type === 'MemberExpression' ? beginOf(node['object'] as Node) : nameOf(node);
}

/** What is evaluated when a node is: not what stands in its functions. */
function evaluated(node: Node): Node[] {
  return isFunction(node) ? [] : [node, ...partsOf(node).flatMap(evaluated)];
}

/** All state in the modules of a graph. */
export function findState(modules: ReadonlyMap<string, Module>): Finding[] {
  const tops = new Map([...modules].map(([file, { body }]) => [file, declaredIn(body)]));
  const bindingOf = (
    { file, imports }: Module,
    name: string,
  ): { module: Module; binding: Binding } | undefined => {
    const imported = imports.get(name);
    const module = imported ? modules.get(imported.from) : modules.get(file);
    const wanted = imported ? imported.name : name;
    const binding = module && tops.get(module.file)?.find((one) => one.name === wanted);
    if (binding) return { module, binding };
    // Handed on from somewhere else.
    return imported && module?.imports.has(wanted) ? bindingOf(module, wanted) : undefined;
  };

  /** What statements keep for whatever functions stand among them: of a module, or of a function that makes something. */
  function stateAmong(
    statements: readonly Node[],
    module: Module,
    isModule: boolean,
    seen: ReadonlySet<unknown>,
  ): Finding[] {
    const findings: Finding[] = [];
    const found = ({ start }: Node, what: string) =>
      findings.push({ file: module.file, line: module.text.slice(0, start).split('\n').length, what });
    const bindings = declaredIn(statements);
    const changes = changedIn(statements, false);
    for (const { name, node, init, isConstant } of bindings) {
      const isChanged = changes.some((change) => change.name === name && !change.byMethod);
      if (!isConstant && (isModule || isChanged)) found(node, `“${name}” can be given another value`);
      if (!init || isFunction(init)) continue;
      const isPages = pageMakers.has(nameOf(init['callee']));
      if (isConstant && isChanged && !isPages) found(node, `“${name}” is changed by a function`);
      const isList = init.type === 'ArrayExpression' || isNew(init, 'Map') || isNew(init, 'Set');
      const byMethod = changes.some((change) => change.name === name && change.byMethod);
      if (isList && byMethod) found(node, `“${name}” is changed by a function`);
      if (isModule) findings.push(...stateMadeBy(init, node, module, seen));
    }
    return findings;
  }

  const isNew = (node: Node, name: string) =>
    node.type === 'NewExpression' && nameOf(node['callee']) === name;

  /** What a constant at the top of a module is made by. */
  function stateMadeBy(init: Node, declared: Node, module: Module, seen: ReadonlySet<unknown>): Finding[] {
    const type = typeNameOf(declared);
    const parts = evaluated(init);
    const spread = new Set(
      parts.filter((part) => part.type === 'SpreadElement').map((part) => part['argument']),
    );
    return parts.flatMap((part): Finding[] => {
      const finding = (what: string): Finding[] => [
        { file: module.file, line: module.text.slice(0, part.start).split('\n').length, what },
      ];
      const callee = nameOf(part['callee']);
      if (part.type === 'NewExpression') {
        if (constantClasses.has(callee) || spread.has(part)) return [];
        if (part === init && readonlyTypes.has(type)) return [];
        return finding(`a new ${callee || 'object'} lives as long as the process`);
      }
      if (part.type !== 'CallExpression' || !callee || pageMakers.has(callee)) return [];
      const imported = module.imports.get(callee);
      if (imported && !imported.isOurs)
        return constantLibraries.has(imported.from)
          ? []
          : finding(`what ${imported.from} makes lives as long as the process`);
      const made = bindingOf(module, callee);
      if (!made?.binding.init || seen.has(made.binding.init)) return [];
      const { body } = made.binding.init as { body?: Node };
      const statements = (body?.['body'] as Node[] | undefined) ?? [];
      return stateAmong(statements, made.module, false, new Set([...seen, made.binding.init]));
    });
  }

  return [...modules.values()].flatMap((module) => {
    const calls = module.body.filter(({ type }) => type === 'ExpressionStatement');
    const ofOthers = changedIn(module.body, false).filter(({ name, byMethod }) => {
      if (byMethod || !module.imports.has(name)) return false;
      const made = bindingOf(module, name)?.binding.init;
      return !made || !pageMakers.has(nameOf(made['callee']));
    });
    const at = (node: Node, what: string): Finding => ({
      file: module.file,
      line: module.text.slice(0, node.start).split('\n').length,
      what,
    });
    const shared = [...module.imports.values()].filter(
      ({ from, name }) => singletons.has(from) && name === 'default',
    );
    return shared
      .map(({ from }) => ({
        file: module.file,
        line: 1,
        what: `${from} itself is one for the whole process`,
      }))
      .concat(
        calls.map((node) => at(node, 'it does something while it loads')),
        ofOthers.map(({ node, name }) => at(node, `“${name}” of another module is changed`)),
        stateAmong(module.body, module, true, new Set()),
      );
  });
}

function typeNameOf(declared: Node): string {
  const annotation = (declared['id'] as Node)['typeAnnotation'] as Node | undefined;
  const type = annotation?.['typeAnnotation'] as Node | undefined;
  return nameOf(type?.['typeName']);
}
