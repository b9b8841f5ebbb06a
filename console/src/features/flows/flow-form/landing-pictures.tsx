import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call, explain } from '#console/shell/api.ts';
import { brandPictureAddress } from '#console/shell/paths.ts';
import { listPictures, uploadPicture } from '#contract/staff/brand-making.ts';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { useContentField } from '../form/content-form.tsx';
import { textsOf } from '../form/content.ts';

const MOST = 3;
const picturesKey = (brand: string) => ['brand-pictures', brand] as const;

/** Up to three pictures that were uploaded for the brand, instead of its own. */
export function LandingPictures({ brand, field }: { brand: string; field: string }) {
  const { t, i18n } = useTranslation('flows');
  const { value, error, change } = useContentField(field);
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const chosen = textsOf(value);
  const { data: uploaded = [] } = useQuery({
    queryKey: picturesKey(brand),
    queryFn: async ({ signal }) => (await call(listPictures, { brand }, { signal })).pictures,
  });
  const set = (pictures: string[]) => change(pictures.length === 0 ? undefined : pictures);
  const upload = useMutation({
    mutationFn: (photo: File) => call(uploadPicture, { brand, photo }),
    async onSuccess({ picture }) {
      await client.invalidateQueries({ queryKey: picturesKey(brand) });
      if (chosen.length < MOST && !chosen.includes(picture)) set([...chosen, picture]);
    },
  });
  const known = new Set(uploaded.map(({ picture }) => picture));
  // What came with the program was never uploaded, and can still be taken out.
  const delivered = chosen.filter((picture) => !known.has(picture));
  const options = [
    ...delivered.map((picture) => ({ picture, address: brandPictureAddress(picture) })),
    ...uploaded,
  ];
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-[0.9375rem] font-semibold">{t('landing.pictures')}</legend>
      <p className="text-sm text-muted">{t('landing.picturesHint')}</p>
      <FieldError id={undefined}>
        {error ?? (upload.error ? explain(upload.error, i18n) : undefined)}
      </FieldError>
      <div className="flex flex-wrap gap-2">
        {options.map(({ picture, address }) => {
          const place = chosen.indexOf(picture);
          return (
            <button
              key={picture}
              type="button"
              aria-pressed={place >= 0}
              aria-label={t('landing.picture', { picture })}
              aria-disabled={place < 0 && chosen.length >= MOST}
              onClick={() => {
                if (place >= 0) set(chosen.filter((each) => each !== picture));
                else if (chosen.length < MOST) set([...chosen, picture]);
              }}
              className="relative size-20 overflow-hidden rounded-field border-2 border-line bg-soft aria-disabled:opacity-50 aria-pressed:border-primary-line"
            >
              <img src={address} alt="" loading="lazy" className="size-full object-cover" />
              {place >= 0 && (
                <span className="absolute right-1 bottom-1 grid size-6 place-items-center rounded-full bg-primary-fill text-xs font-semibold text-on-primary">
                  {place + 1}
                </span>
              )}
            </button>
          );
        })}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('landing.upload')}
        onChange={({ target }) => {
          const [photo] = target.files ?? [];
          if (photo) upload.mutate(photo);
          target.value = '';
        }}
      />
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        loading={upload.isPending}
        icon={<ImagePlus aria-hidden className="size-4" />}
        onClick={() => input.current?.click()}
      >
        {t('landing.upload')}
      </Button>
    </fieldset>
  );
}
