import type { Ref } from 'react';

/** Passes an element on to the ref a parent gave, for parts that also keep one of their own. */
export function giveRef<T>(ref: Ref<T> | undefined, value: T | null): (() => void) | void {
  if (typeof ref === 'function') {
    const clean = ref(value);
    return typeof clean === 'function' ? () => void clean() : undefined;
  }
  if (ref) ref.current = value;
}
