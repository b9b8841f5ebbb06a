import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Method } from './methods.ts';

/** The way of paying: the one that was clicked, the one the address names, else the first. */
export function useMethod(
  methods: readonly Method[],
): [method: Method | undefined, choose: (method: Method) => void] {
  const [query] = useSearchParams();
  const [chosen, choose] = useState<string | null>(() => query.get('method'));
  return [methods.find((method) => method === chosen) ?? methods[0], choose];
}
