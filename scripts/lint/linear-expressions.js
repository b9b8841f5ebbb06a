import { findBacktracking, isReadable } from './find-backtracking.js';

const verdicts = new Map();

function judge(source, flags) {
  const key = `/${source}/${flags}`;
  if (!verdicts.has(key)) verdicts.set(key, findBacktracking(source, flags));
  return verdicts.get(key);
}

const isRaw = ({ type, object, property }) =>
  type === 'MemberExpression' && object.name === 'String' && property.name === 'raw';

/** A constant at the top of the file. */
function constantOf(program, name) {
  const declarations = program.body.flatMap((node) => {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    return declared?.type === 'VariableDeclaration' && declared.kind === 'const' ? declared.declarations : [];
  });
  return declarations.find(({ id }) => id.name === name)?.init;
}

/** What a text is that consists of literals and constants of the same file; undefined where that is not known. */
function textOf(program, node, raw = false) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : undefined;
    case 'TaggedTemplateExpression':
      return isRaw(node.tag) ? textOf(program, node.quasi, true) : undefined;
    case 'TemplateLiteral': {
      const parts = node.expressions.map((part) => textOf(program, part));
      if (parts.includes(undefined)) return undefined;
      return node.quasis
        .map(({ value }, index) => (raw ? value.raw : value.cooked) + (parts[index] ?? ''))
        .join('');
    }
    case 'Identifier':
      return textOf(program, constantOf(program, node.name));
    case 'MemberExpression': {
      const owner = constantOf(program, node.object.name);
      const field = owner?.properties?.find(({ key }) => key?.name === node.property.name);
      return textOf(program, field?.value);
    }
    case 'CallExpression':
      return isEscaped(node) ? 'x' : undefined;
    default:
      return undefined;
  }
}

const isEscape = (node) =>
  node.type === 'MemberExpression' && node.object.name === 'RegExp' && node.property.name === 'escape';

/** `RegExp.escape(word)` and `words.map(RegExp.escape).join('|')`: words without a repetition of their own. */
function isEscaped({ callee, arguments: [given] }) {
  if (isEscape(callee)) return true;
  const list = callee.property?.name === 'join' && given?.value === '|' ? callee.object : undefined;
  return (
    list?.callee?.property?.name === 'map' && isEscape(list.arguments[0].body?.callee ?? list.arguments[0])
  );
}

/** No text makes an expression of ours try the same letters again and again. */
const linearExpressions = {
  meta: {
    type: 'problem',
    messages: {
      backtracks: 'Some text makes this take {{time}} time: say what may stand where, or look for it by hand',
      unread: 'No browser can read this pattern',
      unknown: 'Nobody can tell how long this expression takes: make it of literals',
    },
    schema: [],
  },
  create(context) {
    const { ast: program } = context.sourceCode;
    function check(node, source, flags) {
      const time = judge(source, flags);
      if (time) context.report({ node, messageId: 'backtracks', data: { time } });
    }
    function checkMade(node) {
      if (node.callee.name !== 'RegExp') return;
      const [given, flags] = node.arguments;
      // What a tag makes is read where the tag stands.
      if (given?.type === 'CallExpression' && isRaw(given.callee)) return;
      const source = textOf(program, given);
      if (source !== undefined) check(node, source, flags?.value ?? '');
      else context.report({ node, messageId: 'unknown' });
    }
    return {
      Literal(node) {
        if (node.regex) check(node, node.regex.pattern, node.regex.flags);
      },
      NewExpression: checkMade,
      CallExpression: checkMade,
      TaggedTemplateExpression(node) {
        if (node.tag.name !== 'pattern') return;
        const source = textOf(program, node.quasi, true);
        if (source === undefined) context.report({ node, messageId: 'unknown' });
        else check(node, source, '');
      },
      JSXAttribute({ name, value }) {
        if (name.name !== 'pattern' || value?.type !== 'Literal') return;
        // Browsers read these by the strictest rules, and pass over those that they cannot read.
        if (isReadable(value.value, 'v')) check(value, `^(?:${value.value})$`, 'u');
        else context.report({ node: value, messageId: 'unread' });
      },
    };
  },
};

export default { meta: { name: 'expressions' }, rules: { 'linear-expressions': linearExpressions } };
