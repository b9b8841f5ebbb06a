/** `cache.keys()`, by which the oldest entry of a Map is found. */
const isKeysCall = (node) =>
  node?.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.name === 'keys' &&
  node.arguments.length === 0;

/** A bound of a cache is kept by `lru-cache`: one made by hand forgets everything when it is full, or the wrong entry. */
const boundedCaches = {
  meta: {
    type: 'problem',
    messages: { bound: 'Use LRUCache or createLoadCache: a bound kept by hand drops what is still used' },
    schema: [],
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'bound' });
    return {
      VariableDeclarator({ id, init }) {
        if (id.type === 'ArrayPattern' && id.elements.length === 1 && isKeysCall(init)) report(init);
      },
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== 'MemberExpression') return;
        if (['take', 'next'].includes(callee.property.name) && isKeysCall(callee.object)) report(node);
      },
      IfStatement({ test, consequent }) {
        const body = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
        const comparesSize =
          test.type === 'BinaryExpression' &&
          /^>=?$/.test(test.operator) &&
          test.left.property?.name === 'size';
        if (!comparesSize) return;
        for (const { expression } of body) {
          if (expression?.callee?.property?.name === 'clear') report(expression);
        }
      },
    };
  },
};

export default { meta: { name: 'caches' }, rules: { 'bounded-caches': boundedCaches } };
