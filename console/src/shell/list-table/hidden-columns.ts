import { useSyncExternalStore } from 'react';
import { storage } from '../storage.ts';

/** The lists of which a choice is remembered, each as `list:column,column`. */
function readChoice(list: string): string | undefined {
  return storage.get('columns')?.find((each) => each.startsWith(`${list}:`));
}

/** The columns that a person does not want to see in this list, remembered on the device. */
export function useHiddenColumns(
  list: string,
  columns: readonly { id: string; hidden?: boolean }[],
): [readonly string[], (hidden: readonly string[]) => void] {
  const choice = useSyncExternalStore(
    (listener) => storage.watch('columns', listener),
    () => readChoice(list),
  );
  const hidden =
    choice === undefined
      ? columns.filter((column) => column.hidden).map(({ id }) => id)
      : choice.slice(list.length + 1).split(',');
  const change = (next: readonly string[]) => {
    const others = (storage.get('columns') ?? []).filter((each) => !each.startsWith(`${list}:`));
    storage.set('columns', [...others, `${list}:${next.join(',')}`]);
  };
  return [hidden, change];
}
