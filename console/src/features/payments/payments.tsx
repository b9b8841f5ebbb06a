import { Search, SearchX } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMe } from '#console/shell/api.ts';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { hasRightEverywhere } from '#contract/kernel/staff-rights.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Figures } from './figures.tsx';
import { useFoundPayments } from './payment-data.ts';
import { PaymentTable } from './payment-table.tsx';

/** Finds one payment by any of its marks; finance also sees how all of them stand. */
export function Payments() {
  const { t } = useTranslation('payments');
  const { data: me } = useMe();
  const [search, setSearch] = useSearchParams();
  const text = search.get('text') ?? '';
  return (
    <Page text={t('text')}>
      {me && hasRightEverywhere(me, 'payments.read') && <Figures />}
      <SearchForm key={text} text={text} onSearch={(next) => setSearch(next ? { text: next } : {})} />
      {text !== '' && <Found text={text} />}
    </Page>
  );
}

function SearchForm({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation(['payments', 'shell']);
  const [typed, setTyped] = useState(text);
  const hintId = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(typed.trim().slice(0, 200));
  }
  return (
    <search>
      <form onSubmit={submit} className="flex flex-col gap-1.5">
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={t('search')}
              aria-describedby={hintId}
              value={typed}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
          <Button
            type="submit"
            variant="secondary"
            className="min-h-12"
            icon={<Search aria-hidden className="size-4" />}
          >
            {t('find')}
          </Button>
        </div>
        <p id={hintId} className="text-sm text-muted">
          {t('searchHint')}
        </p>
      </form>
    </search>
  );
}

function Found({ text }: { text: string }) {
  const { t } = useTranslation('payments');
  const query = useFoundPayments(text);
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
      {({ payments }) =>
        payments.length === 0 ? (
          <EmptyState compact icon={<SearchX />} title={t('noneFound')} text={t('noneFoundText')} />
        ) : (
          <PaymentTable name={t('found')} payments={payments} />
        )
      }
    </Loaded>
  );
}
