/** oxlint's own rules know tests by the name of vitest alone; ours come through a harness that extends it. */
const harness = /(?:testing\/harness|\/fixtures)\.ts$/;
const unsound = new Set(['only', 'skip', 'skipIf', 'runIf', 'todo', 'fails', 'fixme', 'slow']);
const asserting = /^(?:expect|assert)/;

/** The name before the first dot or bracket of a call: `test` in `test.for([…])('…', …)`. */
function rootOf(node) {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'CallExpression' ? rootOf(node.callee) : undefined;
}

const nameOf = (callee) => (callee.type === 'MemberExpression' ? callee.property.name : callee.name) ?? '';
/** `expect(…)`, `expect.poll(…)`, `fc.assert(…)`, `expectRefused(…)`. */
const isAssertion = (callee) => asserting.test(nameOf(callee)) || asserting.test(rootOf(callee) ?? '');
const isFunction = (node) => node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

/** No test is left out, runs alone, or ends without having compared anything. */
const soundTests = {
  meta: {
    type: 'problem',
    messages: {
      left: 'Every test runs: no test.{{name}}',
      empty: 'A test that compares nothing cannot fail',
      bare: 'What is expected of it?',
    },
    schema: [],
  },
  create(context) {
    const tests = new Set();
    const open = [];
    /** `test('…', …)` and `test.for([…])('…', …)`, but not `test.extend(…)` or `test.beforeEach(…)`. */
    const isTest = (node) =>
      (node.callee.type === 'Identifier' || node.callee.type === 'CallExpression') &&
      tests.has(rootOf(node.callee)) &&
      node.arguments.some(isFunction);
    return {
      ImportDeclaration(node) {
        if (!harness.test(node.source.value)) return;
        for (const { imported, local } of node.specifiers) {
          if (imported?.name === 'test') tests.add(local.name);
        }
      },
      VariableDeclarator({ id, init }) {
        const extended = init?.type === 'CallExpression' && nameOf(init.callee) === 'extend';
        if (extended && tests.has(rootOf(init.callee))) tests.add(id.name);
      },
      MemberExpression(node) {
        const { object, property } = node;
        if (object.type !== 'Identifier' || !tests.has(object.name) || !unsound.has(property.name)) return;
        context.report({ node, messageId: 'left', data: { name: property.name } });
      },
      ExpressionStatement({ expression }) {
        if (tests.size > 0 && expression.type === 'CallExpression' && expression.callee.name === 'expect') {
          context.report({ node: expression, messageId: 'bare' });
        }
      },
      CallExpression(node) {
        if (isTest(node)) open.push({ node, asserts: false });
        else if (open.length > 0 && isAssertion(node.callee)) open.at(-1).asserts = true;
      },
      'CallExpression:exit'(node) {
        if (open.at(-1)?.node !== node) return;
        if (!open.pop().asserts) context.report({ node: node.callee, messageId: 'empty' });
      },
    };
  },
};

export default { meta: { name: 'harness' }, rules: { 'sound-tests': soundTests } };
