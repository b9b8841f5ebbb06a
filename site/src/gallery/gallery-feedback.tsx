import { Bell, CreditCard, Download, MessageCircleHeart, Trash2, UserRound } from 'lucide-react';
import { useState } from 'react';
import { paths } from '#site/shell/paths.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Dialog, type DialogContent } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Meter } from '#ui/meter.tsx';
import { Notice } from '#ui/notice.tsx';
import { Photo, type Picture } from '#ui/photo.tsx';
import { ProgressBar, Steps } from '#ui/progress-bar.tsx';
import { SettingsList, SettingsRow, SwitchRow } from '#ui/settings-row.tsx';
import { Loading, Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import { Slider } from '#ui/slider.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { Group, Section } from './section.tsx';

export function GalleryFeedback({ photos }: { photos: readonly Picture[] }) {
  const toast = useToast();
  const [shown, setShown] = useState<string | null>(null);
  const [push, setPush] = useState(true);
  const [mail, setMail] = useState(false);
  const [zoom, setZoom] = useState(2);

  const dialogs: Record<string, DialogContent> = {
    Offer: {
      title: 'Beatrice ti ha risposto',
      text: 'Con un piano leggi subito la sua risposta e le scrivi quando vuoi.',
      picture: <Photo photo={photos[0]} alt="" shape="portrait" className="w-36" />,
      actions: [
        { label: 'Vedi i piani', to: paths.plans('blurred') },
        { label: 'Non ora', kind: 'ghost' },
      ],
    },
    Question: {
      title: 'Vuoi eliminare il profilo?',
      text: 'Messaggi, foto e crediti andranno persi. Non si torna indietro.',
      actions: [
        { label: 'Elimina per sempre', kind: 'danger' },
        { label: 'Tienilo', kind: 'secondary' },
      ],
    },
    Form: {
      title: 'Cambia indirizzo e-mail',
      text: 'Ti mandiamo un messaggio per confermarlo.',
      children: <TextField label="Nuovo indirizzo" type="email" />,
      actions: [{ label: 'Salva', staysOpen: true }],
    },
    Blocked: {
      title: 'Account sospeso',
      text: 'Scrivici e ne parliamo.',
      dismissible: false,
      fullScreen: true,
      actions: [{ label: 'Contatta il supporto', to: paths.contact }],
    },
  };
  const content = (shown === null ? undefined : dialogs[shown]) ?? { title: '' };

  return (
    <Section title="Answers and states">
      <Group title="Dialogs and toasts">
        {Object.keys(dialogs).map((name) => (
          <Button key={name} variant="secondary" onClick={() => setShown(name)}>
            {name}
          </Button>
        ))}
        <Button variant="secondary" onClick={() => toast({ text: 'Modifiche salvate', kind: 'success' })}>
          Toast
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            toast({ text: 'Profilo nascosto', action: { label: 'Annulla', onClick: () => undefined } })
          }
        >
          Toast with undo
        </Button>
        <Button
          variant="secondary"
          onClick={() => toast({ text: 'Il messaggio non è partito', kind: 'danger' })}
        >
          Toast of a failure
        </Button>
      </Group>
      <Dialog {...content} open={shown !== null} onClose={() => setShown(null)} closeLabel="Chiudi" />

      <div className="grid items-start gap-8 lg:grid-cols-2">
        <Group title="Settings" className="block">
          <SettingsList>
            <SwitchRow
              icon={<Bell aria-hidden="true" />}
              label="Notifiche"
              detail="Quando qualcuno ti scrive"
              checked={push}
              onChange={setPush}
            />
            <SwitchRow label="E-mail" checked={mail} onChange={setMail} />
            <SettingsRow
              icon={<CreditCard aria-hidden="true" />}
              label="Piano"
              value="Un anno"
              to={paths.profile()}
            />
            <SettingsRow
              icon={<Download aria-hidden="true" />}
              label="I miei dati"
              onClick={() => undefined}
            />
            <SettingsRow
              icon={<Trash2 aria-hidden="true" />}
              label="Elimina il profilo"
              tone="danger"
              onClick={() => undefined}
            />
          </SettingsList>
        </Group>
        <Group title="Progress" className="space-y-6">
          <Steps step={2} steps={3} label="Passo 2 di 3" />
          <ProgressBar value={64} label="Carico la foto" text="64 %" />
          <ProgressBar value={null} label="Preparo il file" />
          <Meter value={70} label="Il tuo profilo" text="70 % completo" />
          <Slider label="Ingrandimento" min={1} max={4} step={0.1} value={zoom} onChange={setZoom} />
        </Group>
        <Group title="Notices" className="space-y-3">
          <Notice icon={<Bell aria-hidden="true" />}>Il tuo profilo è nascosto.</Notice>
          <Notice tone="success">Il tuo profilo è in ordine.</Notice>
          <Notice tone="warning">Il tuo profilo è in attesa di verifica.</Notice>
          <Notice
            tone="danger"
            icon={<Trash2 aria-hidden="true" />}
            title="Il tuo account sarà cancellato"
            action={<Button>Tieni il mio account</Button>}
          >
            Fino ad allora puoi cambiare idea.
          </Notice>
        </Group>
        <Group title="Skeletons" className="block">
          <Loading label="Sto caricando" className="space-y-5">
            <div className="flex items-center gap-4">
              <Skeleton shape="circle" className="w-12" />
              <SkeletonText lines={2} className="flex-1" />
            </div>
            <div className="grid grid-cols-3 gap-4">
              <Skeleton shape="portrait" />
              <Skeleton shape="portrait" />
              <Skeleton shape="card" />
            </div>
          </Loading>
        </Group>
        <Group title="Empty states" className="block">
          <Card>
            <EmptyState
              icon={<MessageCircleHeart aria-hidden="true" />}
              title="Ancora nessun messaggio"
              text="Scegli qualcuno che ti incuriosisce e scrivi per primo."
              action={
                <Button icon={<UserRound aria-hidden="true" className="size-5" />}>Guarda chi c'è</Button>
              }
            />
          </Card>
        </Group>
      </div>
    </Section>
  );
}
