import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Pencil, Plus, TextQuote, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useOverlay } from '#client/overlays.ts';
import { call, explain, useMyBrands } from '#console/shell/api.ts';
import { useBrandScope, useChooseBrand } from '#console/shell/brand-scope.ts';
import { Moment } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { languages } from '#contract/kernel/languages.ts';
import { SNIPPETS_MOST, type Snippet, deleteSnippet } from '#contract/staff/writing.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { SnippetDialog } from './snippet-dialog.tsx';
import { snippetsKey, useSnippets } from './use-snippets.ts';

/** The ready texts of a brand. Which brand and what is looked for stand in the address. */
export function Snippets() {
  const { t } = useTranslation('snippets');
  const [search, setSearch] = useSearchParams();
  const brands = useMyBrands('conversations.answer', 'tickets.answer');
  const scope = useBrandScope();
  const chooseBrand = useChooseBrand();
  // Texts belong to one brand: without a choice the first is shown.
  const brand = brands.find(({ key }) => key === scope)?.key ?? brands[0]?.key ?? '';
  const wanted = search.get('name') ?? '';
  const query = useSnippets(brand);
  const dialog = useOverlay<Snippet | 'new'>('snippet', { endsWithPage: true });
  const question = useOverlay<Snippet>('snippet-question', { endsWithPage: true });
  return (
    <Page
      text={t('text')}
      actions={
        <Button
          size="sm"
          icon={<Plus aria-hidden className="size-4" />}
          aria-disabled={brand === ''}
          onClick={() => brand !== '' && dialog.open('new')}
        >
          {t('new')}
        </Button>
      }
    >
      <div className="flex flex-wrap items-end gap-3">
        {scope === undefined && brands.length > 1 && (
          <SelectField
            dense
            label={t('brand')}
            value={brand}
            onChange={({ target }) => chooseBrand(target.value)}
            options={brands.map(({ key, title }) => ({ value: key, label: title }))}
          />
        )}
        <TextField
          dense
          type="search"
          label={t('search')}
          placeholder={t('search')}
          value={wanted}
          maxLength={40}
          onChange={({ target }) => setSearch(target.value ? { name: target.value } : {}, { replace: true })}
        />
        {query.data && (
          <p className="ms-auto text-xs text-muted">
            {t('count', { used: query.data.length, most: SNIPPETS_MOST })}
          </p>
        )}
      </div>
      <Loaded query={query} skeleton={<SkeletonRows rows={6} />}>
        {(all) => {
          const shown = all.filter(({ name }) => name.includes(wanted.trim().toLowerCase()));
          if (shown.length > 0)
            return <SnippetTable snippets={shown} onChange={dialog.open} onDelete={question.open} />;
          const none = all.length === 0;
          return (
            <EmptyState
              compact
              icon={<TextQuote />}
              title={t(none ? 'empty' : 'noneFound')}
              text={t(none ? 'emptyText' : 'noneFoundText')}
            />
          );
        }}
      </Loaded>
      <SnippetDialog brand={brand} snippet={dialog.props} onClose={() => void dialog.close()} />
      <ConfirmDelete brand={brand} snippet={question.props} onClose={() => void question.close()} />
    </Page>
  );
}

interface SnippetTableProps {
  snippets: readonly Snippet[];
  onChange: (snippet: Snippet) => void;
  onDelete: (snippet: Snippet) => void;
}

function SnippetTable({ snippets, onChange, onDelete }: SnippetTableProps) {
  const { t } = useTranslation(['snippets', 'shell']);
  const columns: Column<Snippet>[] = [
    {
      title: t('name'),
      heading: true,
      renderCell: ({ name }) => <span className="font-mono text-sm wrap-anywhere">/{name}</span>,
    },
    { title: t('language'), renderCell: ({ language }) => languages[language].name },
    {
      title: t('body'),
      className: 'wrap-anywhere',
      renderCell: ({ text }) => <span className="line-clamp-2 max-w-prose text-sm">{text}</span>,
    },
    {
      title: t('changed'),
      className: 'md:whitespace-nowrap',
      renderCell: ({ changedAt }) => <Moment at={changedAt} />,
    },
    {
      title: t('shell:actions'),
      align: 'end',
      heading: true,
      renderCell: (snippet) => (
        <Menu
          trigger={
            <IconButton
              label={t('more', { name: snippet.name })}
              icon={<Ellipsis aria-hidden className="size-5" />}
            />
          }
          actions={[
            { label: t('edit'), icon: <Pencil aria-hidden />, onClick: () => onChange(snippet) },
            {
              label: t('delete'),
              icon: <Trash2 aria-hidden />,
              tone: 'danger',
              onClick: () => onDelete(snippet),
            },
          ]}
        />
      ),
    },
  ];
  return <DataTable name={t('page.snippets')} columns={columns} rows={snippets} keyOf={({ id }) => id} />;
}

interface ConfirmDeleteProps {
  brand: string;
  snippet: Snippet | null;
  onClose: () => void;
}

function ConfirmDelete({ brand, snippet, onClose }: ConfirmDeleteProps) {
  const { t, i18n } = useTranslation(['snippets', 'shell']);
  const toast = useToast();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: Snippet) => call(deleteSnippet, { brand, id }),
    onSuccess: (_, { name }) => toast({ kind: 'success', text: t('deleted', { name }) }),
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: snippetsKey(brand) });
      onClose();
    },
  });
  const name = snippet?.name ?? '';
  return (
    <Confirm
      open={snippet !== null}
      danger
      title={t('deleteTitle', { name })}
      text={t('deleteText')}
      action={t('delete')}
      cancel={t('shell:cancel')}
      busy={remove.isPending}
      onConfirm={() => snippet && remove.mutate(snippet)}
      onClose={onClose}
    />
  );
}
