import { useTranslation } from 'react-i18next';
import { CITY_SEARCH_MIN_LETTERS } from '#contract/kernel/constants.ts';
import { Combobox } from '#ui/combobox.tsx';
import type { Town } from './find-towns.ts';

const loadFindTowns = () => import('./find-towns.ts');
const prepare = () => void loadFindTowns().catch(() => undefined);

async function findTowns(text: string, signal: AbortSignal): Promise<readonly Town[]> {
  const { findTowns: find } = await loadFindTowns();
  return find(text, signal);
}

type TownFieldProps = {
  value: Town | null;
  onChange: (town: Town | null) => void;
  error?: string | undefined;
  /** What it asks for, where that is not the place where a person lives. */
  label?: string;
  /** Instead of the region of the chosen town. */
  hint?: string | undefined;
  /** Shows the list in the flow of the page, for a dialog that would cut it off. */
  inline?: boolean;
};

/** A town from the list, shown with its region, since several may bear its name. */
export function TownField({ value, onChange, error, label, hint, inline = false }: TownFieldProps) {
  const { t } = useTranslation('signup');
  return (
    <div onFocus={prepare}>
      <Combobox
        name="place"
        inline={inline}
        label={label ?? t('town.label')}
        placeholder={t('town.placeholder')}
        hint={hint ?? value?.region}
        value={value}
        onChange={onChange}
        load={findTowns}
        textOf={({ city }) => city}
        detailOf={({ region }) => region}
        minLetters={CITY_SEARCH_MIN_LETTERS}
        texts={{
          short: t('town.short', { letters: CITY_SEARCH_MIN_LETTERS }),
          loading: t('town.loading'),
          none: t('town.none'),
          failed: t('town.failed'),
          clear: t('town.clear'),
          found: (count) => t('town.found', { count }),
        }}
        error={error}
      />
    </div>
  );
}
