import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call, explain, useBrandTitle } from '#console/shell/api.ts';
import { inBrand } from '#console/shell/brand-scope.ts';
import { paths } from '#console/shell/paths.ts';
import { duplicateHouseProfile } from '#contract/staff/house-profiles.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { profilesKey, useProfileBrands } from './profiles-data.ts';

interface DuplicateDialogProps {
  brand: string;
  profiles: readonly { id: string; screenName: string }[];
  open: boolean;
  onClose: () => Promise<void>;
  /** After it has closed. */
  onDone?: () => void;
}

/** Copies profiles with their photos and where these come from. The copies are not shown yet. */
export function DuplicateDialog({ brand, profiles, open, onClose, onDone }: DuplicateDialogProps) {
  const { t, i18n } = useTranslation(['profiles', 'shell']);
  const brands = useProfileBrands();
  const titleOf = useBrandTitle();
  const toast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const other = brands.find(({ key }) => key !== brand)?.key ?? brand;
  const [chosen, choose] = useState<string | null>(null);
  const to = chosen ?? other;
  const ids = useCopyIds();
  const copy = useMutation({
    async mutationFn() {
      const made: string[] = [];
      for (const { id } of profiles) {
        const newId = ids.of(id, to);
        // One after the other: each copies its photos.
        // oxlint-disable-next-line no-await-in-loop
        await call(duplicateHouseProfile, { brand, id, newId, to: { brand: to } });
        made.push(newId);
      }
      return made;
    },
    async onSuccess(made) {
      ids.forget();
      await onClose();
      const [only] = made;
      toast({
        kind: 'success',
        text: t('copy.done', { count: made.length, brand: titleOf(to) }),
        ...(made.length === 1 &&
          only !== undefined && {
            action: {
              label: t('copy.open'),
              onClick: () => void navigate(inBrand(paths.profile(to, only), to)),
            },
          }),
      });
      onDone?.();
    },
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    onSettled: () => client.invalidateQueries({ queryKey: profilesKey }),
  });
  return (
    <Dialog
      open={open}
      onClose={() => void onClose()}
      closeLabel={t('shell:close')}
      title={t('copy.title', { count: profiles.length, name: profiles[0]?.screenName ?? '' })}
      text={t('copy.text')}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!copy.isPending) copy.mutate();
        }}
      >
        <SelectField
          label={t('copy.to')}
          value={to}
          onChange={({ target }) => choose(target.value)}
          options={brands.map(({ key, title }) => ({ value: key, label: title }))}
        />
        <Button type="submit" wide loading={copy.isPending}>
          {t('copy.action')}
        </Button>
      </form>
    </Dialog>
  );
}

/** The same copy tried again, because an answer got lost, is one copy. */
function useCopyIds() {
  const known = useRef(new Map<string, string>());
  return {
    of(id: string, to: string): string {
      const key = `${id} ${to}`;
      const copyId = known.current.get(key) ?? crypto.randomUUID();
      known.current.set(key, copyId);
      return copyId;
    },
    forget: () => known.current.clear(),
  };
}
