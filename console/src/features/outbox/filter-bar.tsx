import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Select } from '../../ui/select.tsx';
import { mailStatuses, writeFilter } from './filter.ts';
import type { MailFilter } from './filter.ts';

export function FilterBar({ filter, brands }: { filter: MailFilter; brands: readonly string[] }) {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  const change = (part: Partial<MailFilter>) =>
    setSearch(writeFilter({ ...filter, ...part }), { replace: true });
  return (
    <search className="grid grid-cols-2 gap-2">
      <label className="relative col-span-2 flex items-center">
        <span className="sr-only">{t('outbox.search')}</span>
        <Search aria-hidden className="pointer-events-none absolute left-2.5 size-4 text-muted" />
        <input
          type="search"
          value={filter.words}
          placeholder={t('outbox.search')}
          onChange={(event) => change({ words: event.target.value })}
          className="h-9 w-full rounded-field border border-field-line bg-field ps-8.5 pe-2.5 text-sm max-lg:text-base pointer-coarse:h-11"
        />
      </label>
      <Select
        label={t('outbox.status')}
        value={filter.status}
        onChange={(status) => change({ status })}
        options={[
          { value: '', label: t('outbox.anyStatus') },
          ...mailStatuses.map((value) => ({ value, label: t(`mail.${value}`) })),
        ]}
      />
      <Select
        label={t('outbox.brand')}
        value={filter.brand}
        onChange={(brand) => change({ brand })}
        options={[
          { value: '', label: t('outbox.anyBrand') },
          ...brands.map((value) => ({ value, label: value })),
        ]}
      />
    </search>
  );
}
