import { useMutation } from '@tanstack/react-query';
import { Copy, Ellipsis, Eye, Pause, Power } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import { call, explain } from '#console/shell/api.ts';
import { type HouseProfile, retireHouseProfile, showHouseProfile } from '#contract/staff/house-profiles.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { useToast } from '#ui/toast.tsx';
import { DuplicateDialog } from '../duplicate-dialog.tsx';
import { useSetProfile } from './photos-section.tsx';

interface ProfileActsProps {
  brand: string;
  profile: HouseProfile;
}

/** What becomes of the whole profile: shown, paused, copied, ended. */
export function ProfileActs({ brand, profile }: ProfileActsProps) {
  const { t, i18n } = useTranslation(['profiles', 'shell']);
  const toast = useToast();
  const { id, state, photos } = profile;
  const name = profile.settings.screenName;
  const setProfile = useSetProfile({ brand, id });
  const pausing = useOverlay('pause-profile', { endsWithPage: true });
  const retiring = useOverlay('retire-profile', { endsWithPage: true });
  const copying = useOverlay('copy-profile', { endsWithPage: true });
  const onError = (error: unknown) => toast({ kind: 'danger', text: explain(error, i18n) });
  const show = useMutation({
    mutationFn: (shown: boolean) => call(showHouseProfile, { brand, id, shown }),
    onSuccess(next, shown) {
      setProfile(next);
      toast({ kind: 'success', text: t(shown ? 'one.shown' : 'one.paused', { name }) });
    },
    onError,
    onSettled: () => pausing.close(),
  });
  const retire = useMutation({
    mutationFn: () => call(retireHouseProfile, { brand, id }),
    onSuccess(next) {
      setProfile(next);
      toast({ kind: 'success', text: t('one.retired', { name }) });
    },
    onError,
    onSettled: () => retiring.close(),
  });
  return (
    <>
      {state === 'visible' && (
        <Button
          size="sm"
          variant="secondary"
          icon={<Pause aria-hidden className="size-4" />}
          onClick={() => pausing.open(true)}
        >
          {t('act.pause')}
        </Button>
      )}
      {state === 'paused' && (
        <Button
          size="sm"
          variant="secondary"
          loading={show.isPending}
          aria-disabled={photos.length === 0}
          title={photos.length === 0 ? t('one.needsPhoto') : undefined}
          icon={<Eye aria-hidden className="size-4" />}
          onClick={() =>
            photos.length > 0 ? show.mutate(true) : toast({ kind: 'plain', text: t('one.needsPhoto') })
          }
        >
          {t('act.show')}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label={t('one.more', { name })} icon={<Ellipsis aria-hidden className="size-5" />} />
        }
        actions={[
          { label: t('act.duplicate'), icon: <Copy aria-hidden />, onClick: () => copying.open(true) },
          ...(state === 'retired'
            ? []
            : [
                {
                  label: t('act.retire'),
                  icon: <Power aria-hidden />,
                  tone: 'danger' as const,
                  onClick: () => retiring.open(true),
                },
              ]),
        ]}
      />
      <Confirm
        open={pausing.isOpen}
        title={t('pause.title', { name })}
        text={t('pause.text')}
        action={t('act.pause')}
        cancel={t('shell:cancel')}
        busy={show.isPending}
        onConfirm={() => show.mutate(false)}
        onClose={() => void pausing.close()}
      />
      <Confirm
        open={retiring.isOpen}
        danger
        title={t('retire.titleOne', { name })}
        text={t('retire.text')}
        action={t('act.retire')}
        cancel={t('shell:cancel')}
        busy={retire.isPending}
        onConfirm={() => retire.mutate()}
        onClose={() => void retiring.close()}
      />
      <DuplicateDialog
        brand={brand}
        profiles={[{ id, screenName: name }]}
        open={copying.isOpen}
        onClose={copying.close}
      />
    </>
  );
}
