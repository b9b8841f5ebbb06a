import { describe, expect, test } from 'vitest';
import * as whileRendering from './no-page-state.ts';
import * as inPages from './page-state.ts';

describe('in a page', () => {
  test('what is kept changes as long as the page is open', () => {
    const kept = inPages.pageState(() => ({ count: 0 }));
    kept.count += 1;
    expect(kept).toEqual({ count: 1 });
    expect(inPages.pageService(() => kept)).toBe(kept);
  });

  test('what was made for a key is made once', () => {
    const made: string[] = [];
    const cached = inPages.pageCache((key) => made.push(key));
    expect([cached('a'), cached('b'), cached('a')]).toEqual([1, 2, 1]);
  });
});

describe('while a server renders pages', () => {
  test('what a page keeps is seen as it begins and can not be changed', () => {
    const kept = whileRendering.pageState(() => ({ count: 0 }));
    expect(kept.count).toBe(0);
    expect(() => (kept.count += 1)).toThrow(TypeError);
    const names = whileRendering.pageState(() => new Map([['a', 1]]));
    expect(names.get('a')).toBe(1);
    for (const change of [() => names.set('b', 2), () => names.delete('a'), () => names.clear()])
      expect(change).toThrow('renders the pages of all brands');
    expect(() => whileRendering.pageState(() => new Set<string>()).add('a')).toThrow(TypeError);
  });

  test('a service is not made, and can not be touched', () => {
    let made = 0;
    const service = whileRendering.pageService(() => ({ ask: () => (made += 1) }));
    expect(() => service.ask()).toThrow('renders the pages of all brands');
    expect(made).toBe(0);
  });

  test('what was made for a key is not kept', () => {
    const made: string[] = [];
    const cached = whileRendering.pageCache((key) => made.push(key));
    expect([cached('a'), cached('a')]).toEqual([1, 2]);
  });
});
