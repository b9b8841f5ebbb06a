import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Trash2, Upload } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { brandKey } from '#console/features/publishing/publishing-data.ts';
import { call, explain } from '#console/shell/api.ts';
import { brandPictureAddress } from '#console/shell/paths.ts';
import { listPictures, uploadPicture } from '#contract/staff/brand-making.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { FieldError } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useBrandForm } from './brand-form.tsx';
import { type Path, isText, listAt } from './content.ts';

/** Where a picture that is named in the settings can be seen. */
function addressOf(picture: string, uploaded: ReadonlyMap<string, string>): string {
  return uploaded.get(picture) ?? brandPictureAddress(picture);
}

function usePictures(brand: string) {
  return useQuery({
    queryKey: [...brandKey(brand), 'pictures'],
    queryFn: ({ signal }) => call(listPictures, { brand }, { signal }),
    staleTime: 60_000,
    select: ({ pictures }) => new Map(pictures.map(({ picture, address }) => [picture, address])),
  });
}

const none: ReadonlyMap<string, string> = new Map();

/** One picture: an uploaded one, or none. */
export function PictureField({ path, label }: { path: Path; label: string }) {
  const { read, write } = useBrandForm();
  const value = read(path);
  const chosen = isText(value) ? [value] : [];
  return <Pictures label={label} chosen={chosen} most={1} onChange={([picture]) => write(path, picture)} />;
}

/** Several pictures, in the order in which they were chosen. */
export function PictureList({ path, most, label }: { path: Path; most: number; label: string }) {
  const { content, write } = useBrandForm();
  return (
    <Pictures
      label={label}
      chosen={listAt(content, path, isText)}
      most={most}
      onChange={(next) => write(path, next)}
    />
  );
}

interface PicturesProps {
  label: string;
  chosen: readonly string[];
  most: number;
  onChange: (chosen: string[]) => void;
}

function Pictures({ label, chosen, most, onChange }: PicturesProps) {
  const { t, i18n } = useTranslation('brands');
  const { brand } = useBrandForm();
  const { data: uploaded = none } = usePictures(brand);
  const add = (picture: string) => onChange(most === 1 ? [picture] : [...chosen, picture].slice(-most));
  const upload = useUpload(brand, add);
  const input = useRef<HTMLInputElement>(null);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (file) upload.mutate(file);
  };
  const others = [...uploaded.keys()].filter((picture) => !chosen.includes(picture));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-sm font-medium">{label}</legend>
      <ul className="flex flex-wrap gap-2">
        {chosen.map((picture, index) => (
          <li key={picture} className="relative">
            <Thumb address={addressOf(picture, uploaded)} />
            <IconButton
              label={t('look.pictureRemove', { number: index + 1 })}
              variant="surface"
              icon={<Trash2 aria-hidden className="size-4" />}
              className="absolute -top-2 -right-2"
              onClick={() => onChange(chosen.filter((each) => each !== picture))}
            />
          </li>
        ))}
        {others.map((picture, index) => (
          <li key={picture}>
            <button
              type="button"
              aria-label={t('look.pictureChoose', { number: index + 1 })}
              onClick={() => add(picture)}
              className="group relative block opacity-60 transition-opacity hover:opacity-100 focus-visible:opacity-100"
            >
              <Thumb address={addressOf(picture, uploaded)} small />
              <Check
                aria-hidden
                className="absolute inset-0 m-auto hidden size-6 text-ink group-hover:block"
              />
            </button>
          </li>
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        hidden
        onChange={take}
      />
      <Button
        size="sm"
        variant="secondary"
        className="self-start"
        loading={upload.isPending}
        icon={<Upload aria-hidden className="size-4" />}
        onClick={() => input.current?.click()}
      >
        {t('look.upload')}
      </Button>
      <FieldError id={undefined}>{upload.error ? explain(upload.error, i18n) : undefined}</FieldError>
    </fieldset>
  );
}

function Thumb({ address, small = false }: { address: string; small?: boolean }) {
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      className={classNames(
        'rounded-field border border-line bg-soft object-cover',
        small ? 'size-14' : 'size-20',
      )}
    />
  );
}

function useUpload(brand: string, onUploaded: (picture: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (photo: File) => call(uploadPicture, { brand, photo }, { patience: 60_000 }),
    async onSuccess({ picture }) {
      await client.invalidateQueries({ queryKey: [...brandKey(brand), 'pictures'] });
      onUploaded(picture);
    },
  });
}
