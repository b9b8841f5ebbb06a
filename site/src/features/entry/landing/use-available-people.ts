import { useEffect, useSyncExternalStore } from 'react';
import type { Country } from '../../../../../contract/countries/list.ts';
import { useShell } from '../../../shell/boot.ts';
import { usePageData } from '../../../shell/page-data.ts';
import { storage } from '../../../shell/storage.ts';

/**
 * How many people this visitor could find, as the server counted them. A page that was not prepared with it, because
 * somebody came here from another one, shows what was counted last and counts anew.
 */
export function useAvailablePeople(): number | null {
  const { availablePeople: prepared } = usePageData();
  const { brand, flow } = useShell();
  const { country } = brand;
  const kept = useSyncExternalStore(
    (listener) => storage.watch('availablePeople', listener),
    () => storage.get('availablePeople') ?? null,
    () => null,
  );
  useEffect(() => {
    if (prepared !== null) storage.set('availablePeople', prepared);
    else void countAnew(country, flow.id);
  }, [prepared, country, flow.id]);
  return prepared ?? kept;
}

async function countAnew(country: Country, flowId: string): Promise<void> {
  try {
    const [{ call }, { countRegion }] = await Promise.all([
      import('../../../shell/api.ts'),
      import('../../../../../contract/discovery/places.ts'),
    ]);
    const { total } = await call(countRegion, { country, flowId });
    storage.set('availablePeople', total);
  } catch {
    // Without it the page says nothing of how many there are.
    storage.remove('availablePeople');
  }
}
