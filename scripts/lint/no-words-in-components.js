/** Attributes whose text a person reads or hears, our own parts' included. */
const readAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'closeLabel',
  'description',
  'error',
  'hideLabel',
  'hint',
  'label',
  'placeholder',
  'showLabel',
  'text',
  'title',
]);

const hasLetters = (text) => /\p{L}/u.test(text);

/** The texts an expression may come to, as far as they stand in it. */
function* textsOf(node) {
  switch (node?.type) {
    case 'Literal':
      if (typeof node.value === 'string') yield { node, text: node.value };
      break;
    case 'TemplateLiteral':
      for (const quasi of node.quasis) yield { node, text: quasi.value.raw };
      break;
    case 'ConditionalExpression':
      yield* textsOf(node.consequent);
      yield* textsOf(node.alternate);
      break;
    case 'LogicalExpression':
    case 'BinaryExpression':
      // In a comparison the text is not shown.
      if (node.type === 'BinaryExpression' && node.operator !== '+') break;
      yield* textsOf(node.left);
      yield* textsOf(node.right);
      break;
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      yield* textsOf(node.expression);
      break;
    default:
  }
}

/** Words belong into the locale files, or they stay without a translation. */
const noWords = {
  meta: {
    type: 'problem',
    messages: { word: 'Words belong into the locale files: {{text}}' },
    schema: [],
  },
  create(context) {
    const check = (node) => {
      const seen = new Set();
      for (const { node: where, text } of textsOf(node)) {
        if (!hasLetters(text) || seen.has(where)) continue;
        seen.add(where);
        context.report({ node: where, messageId: 'word', data: { text: text.trim().slice(0, 40) } });
      }
    };
    return {
      JSXText(node) {
        if (hasLetters(node.value)) {
          context.report({ node, messageId: 'word', data: { text: node.value.trim().slice(0, 40) } });
        }
      },
      JSXExpressionContainer(node) {
        if (node.parent.type === 'JSXElement' || node.parent.type === 'JSXFragment') check(node);
      },
      JSXAttribute(node) {
        if (node.name.type === 'JSXIdentifier' && readAttributes.has(node.name.name)) check(node.value);
      },
    };
  },
};

export default { meta: { name: 'words' }, rules: { 'no-words-in-components': noWords } };
