/** What begins like an address of the site, and is none: files that the server has beside the pages. */
const files = /^\/(?:sw\.js|boot\.json|theme\.css|gallery)\b/;
const isPath = (text) => /^\/[a-zA-Z]/.test(text) && !files.test(text);

/** Where even the root alone is an address. */
const leads = ({ parent }) =>
  (parent.type === 'JSXAttribute' && parent.name.name === 'to') ||
  (parent.type === 'Property' && parent.key.name === 'to') ||
  (parent.type === 'CallExpression' && /^(?:navigate|assign)$/.test(nameOf(parent.callee)));
const nameOf = (callee) => (callee.type === 'MemberExpression' ? callee.property.name : callee.name) ?? '';

/** Addresses stand in one table, so that a page can move and a link can't be mistyped. */
const noPathLiterals = {
  meta: {
    type: 'problem',
    messages: { path: 'Take the address from shell/paths.ts: {{text}}' },
    schema: [],
  },
  create(context) {
    const report = (node, text) => context.report({ node, messageId: 'path', data: { text } });
    return {
      Literal(node) {
        if (typeof node.value !== 'string') return;
        if (isPath(node.value) || (node.value === '/' && leads(node))) report(node, node.value);
      },
      TemplateLiteral(node) {
        const [first] = node.quasis;
        if (isPath(first.value.raw)) report(node, first.value.raw);
      },
    };
  },
};

export default { meta: { name: 'paths' }, rules: { 'no-path-literals': noPathLiterals } };
