import { test } from 'vitest'; test('last', () => {});
