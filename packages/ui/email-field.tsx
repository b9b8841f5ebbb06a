import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

/** Longer than any address, so that what is too long is refused and not cut. */
const LONGEST = 320;

/** With the keyboard for it, and without automatic correction. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  return (
    <TextField
      autoComplete="email"
      maxLength={LONGEST}
      {...props}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
