import { useInfiniteQuery } from '@tanstack/react-query';
import { FileCheck2, FileX2, Images } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { call } from '#console/shell/api.ts';
import { inBrand } from '#console/shell/brand-scope.ts';
import { DetailPage } from '#console/shell/detail-page.tsx';
import { FilterSelect } from '#console/shell/filter-select.tsx';
import { Moment } from '#console/shell/format.tsx';
import { type ListColumn, ListTable } from '#console/shell/list-table/list-table.tsx';
import { Loaded, NextPage, NothingFound, SkeletonRows } from '#console/shell/loaded.tsx';
import { paths } from '#console/shell/paths.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { photoOrigins } from '#contract/staff/house-photo.ts';
import { listPhotoOrigins } from '#contract/staff/house-photos.ts';
import { Photo } from '#ui/photo.tsx';
import { TextField } from '#ui/text-field.tsx';
import { originWords } from './origin-words.ts';
import { profilesKey } from './profiles-data.ts';

type Origin = ReplyOf<typeof listPhotoOrigins>['photos'][number];

/** Where the photos of a brand come from: to be found when one of them is contested. */
export function Origins() {
  const { t } = useTranslation('profile');
  const { brand = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const origin = photoOrigins.find((each) => each === search.get('origin'));
  const text = (search.get('text') ?? '').slice(0, 100);
  const change = (name: 'origin' | 'text', value: string) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true });
  };
  const query = useInfiniteQuery({
    queryKey: [...profilesKey, 'origins', brand, origin, text],
    queryFn: ({ pageParam, signal }) =>
      call(
        listPhotoOrigins,
        { brand, ...(origin && { origin }), ...(text && { text }), ...(pageParam && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ photos }) => photos),
  });
  return (
    <DetailPage list={inBrand(paths.profiles, brand)}>
      <header className="flex flex-col gap-1">
        <h1 tabIndex={-1} className="text-xl outline-none lg:text-2xl">
          {t('page.photoOrigins')}
        </h1>
        <p className="max-w-2xl text-sm text-muted">{t('origins.text')}</p>
      </header>
      <search className="flex flex-wrap gap-2">
        <TextField
          dense
          type="search"
          label={t('origins.search')}
          placeholder={t('origins.search')}
          defaultValue={text}
          maxLength={100}
          className="min-w-60 flex-1 sm:max-w-sm"
          onChange={({ target }) => change('text', target.value.trim())}
        />
        <FilterSelect
          label={t('origin.question')}
          any={t('origins.any')}
          value={origin}
          options={photoOrigins.map((value) => ({ value, label: t(originWords(value).name) }))}
          onChange={(value) => change('origin', value)}
        />
      </search>
      <Loaded query={query} skeleton={<SkeletonRows rows={6} className="h-16" />}>
        {(photos) =>
          photos.length === 0 ? (
            <NothingFound icon={<Images />} title={t('origins.empty')} text={t('origins.emptyText')} />
          ) : (
            <div>
              <OriginTable brand={brand} photos={photos} isPartial={query.hasNextPage} />
              <NextPage query={query} />
            </div>
          )
        }
      </Loaded>
    </DetailPage>
  );
}

interface OriginTableProps {
  brand: string;
  photos: readonly Origin[];
  isPartial: boolean;
}

function OriginTable({ brand, photos, isPartial }: OriginTableProps) {
  const { t } = useTranslation('profile');
  const columns: ListColumn<Origin>[] = [
    {
      id: 'photo',
      title: t('origins.photo'),
      heading: true,
      csv: ({ screenName }) => screenName,
      sortBy: ({ screenName }) => screenName,
      renderCell: ({ address, profileId, screenName }) => (
        <span className="flex items-center gap-3">
          <span className="block w-11 shrink-0">
            <Photo photo={{ src: address }} alt="" shape="card" />
          </span>
          <Link
            to={paths.profile(brand, profileId)}
            className="relative touch-target text-sm font-semibold wrap-anywhere hover:underline"
          >
            {screenName}
          </Link>
        </span>
      ),
    },
    {
      id: 'origin',
      title: t('origin.question'),
      csv: ({ origin }) => origin,
      renderCell: ({ origin }) => t(originWords(origin).name),
    },
    {
      id: 'statement',
      title: t('origins.statement'),
      className: 'wrap-anywhere',
      csv: ({ statement }) => statement,
      renderCell: ({ statement }) =>
        statement && <span className="line-clamp-3 max-w-prose">{statement}</span>,
    },
    {
      id: 'document',
      title: t('origins.document'),
      csv: ({ hasDocument }) => hasDocument,
      renderCell: ({ hasDocument, origin }) =>
        hasDocument ? (
          <span className="flex items-center gap-1.5">
            <FileCheck2 aria-hidden className="size-4 text-success-text" /> {t('origins.yes')}
          </span>
        ) : (
          origin === 'consented' && (
            <span className="flex items-center gap-1.5 text-danger-text">
              <FileX2 aria-hidden className="size-4" /> {t('photos.noDocument')}
            </span>
          )
        ),
    },
    {
      id: 'added',
      title: t('origins.added'),
      sortBy: ({ addedAt }) => addedAt,
      csv: ({ addedAt, addedBy }) => `${new Date(addedAt).toISOString()} ${addedBy ?? ''}`.trim(),
      renderCell: ({ addedAt, addedBy }) => (
        <span>
          <Moment at={addedAt} />
          {addedBy !== null && <span className="block text-xs text-muted">{addedBy}</span>}
        </span>
      ),
    },
  ];
  return (
    <ListTable
      id="photo-origins"
      name={t('page.photoOrigins')}
      columns={columns}
      rows={photos}
      keyOf={({ id }) => id}
      isPartial={isPartial}
    />
  );
}
