import { expect, test } from 'vitest';
import { type SourceNode, allowedIn } from './system-html.ts';

const words = (textContent: string): SourceNode => ({ nodeName: '#text', textContent, childNodes: [] });
function element(
  nodeName: string,
  childNodes: SourceNode[],
  attributes: Record<string, string> = {},
): SourceNode {
  return { nodeName, textContent: null, childNodes, getAttribute: (name) => attributes[name] ?? null };
}
const read = (...nodes: SourceNode[]) => allowedIn(element('BODY', nodes));

test('words, emphasis and lists are shown, without any attribute', () => {
  const paragraph = element('P', [words('Benvenuta '), element('B', [words('Anna')])], {
    onclick: 'steal()',
  });
  expect(read(paragraph)).toEqual([{ tag: 'p', children: ['Benvenuta ', { tag: 'b', children: ['Anna'] }] }]);
});

test('unknown tags leave their words, silent ones nothing', () => {
  expect(read(element('FONT', [words('ciao')]), element('SCRIPT', [words('steal()')]))).toEqual(['ciao']);
  expect(read({ nodeName: '#comment', textContent: 'x', childNodes: [] })).toEqual([]);
  expect(read(element('svg', [element('a', [words('x')])]))).toEqual([]);
});

test.each([
  ['/profile', true],
  ['https://example.org/x', true],
  ['mailto:aiuto@example.org', true],
  ['javascript:steal()', false],
  [' javascript:steal()', false],
  ['data:text/html,x', false],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['http://example.org', false],
])('a link to %s is taken: %s', (href, taken) => {
  const found = read(element('A', [words('qui')], { href }));
  expect(found).toEqual(taken ? [{ href, children: ['qui'] }] : ['qui']);
});

test('what is nested without end comes to one', () => {
  let node = words('x');
  for (let depth = 0; depth < 100; depth += 1) node = element('B', [node]);
  expect(() => read(node)).not.toThrow();
});
