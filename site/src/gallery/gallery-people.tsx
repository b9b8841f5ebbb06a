import { Heart, Lock, MapPin } from 'lucide-react';
import { TypingDots } from '#site/features/chat/participant-parts.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { KindBadge } from '#ui/kind-badge.tsx';
import { Photo, type Picture } from '#ui/photo.tsx';
import { Stars } from '#ui/stars.tsx';
import { Group, Section } from './section.tsx';

export function GalleryPeople({ photos }: { photos: readonly Picture[] }) {
  const [first, second, third] = photos;
  return (
    <Section title="People">
      <Group
        title="Avatars: sizes, presence, initials, a broken photo"
        className="flex flex-wrap items-center gap-5"
      >
        <Avatar name="Beatrice" photo={first} size="sm" />
        <Avatar name="Beatrice" photo={first} presence="In linea" />
        <Avatar name="Ginevra" photo={second} size="lg" presence="In linea" />
        <Avatar name="Marco Rossi" size="lg" />
        <Avatar name="Élodie" photo={{ src: 'data:image/png;base64,AAAA' }} />
        <Avatar name="Sofia" photo={third} size="xl" />
      </Group>
      <div className="grid gap-8 lg:grid-cols-2">
        <Group
          title="Photos in the brand's window: shown, missing, broken"
          className="grid grid-cols-3 items-end gap-3"
        >
          <Photo photo={first} alt="Beatrice" shape="portrait" />
          <Photo photo={null} alt="Senza foto" shape="portrait" />
          <Photo photo={{ src: 'data:image/png;base64,AAAA' }} alt="Foto non disponibile" shape="portrait" />
        </Group>
        <Group title="A card of the search" className="block">
          <Card padded={false} lively className="max-w-xs overflow-hidden">
            <Photo photo={second} alt="Ginevra" ratio="portrait">
              <div className="photo-caption absolute inset-x-0 bottom-0 px-5 pb-5">
                <p className="heading text-2xl">Ginevra, 38</p>
                <p className="mt-1 flex items-center gap-1.5 text-[0.9375rem]">
                  <MapPin aria-hidden="true" className="size-4" /> Roma
                </p>
              </div>
              <KindBadge
                kind="staff"
                label="Profilo gestito dal nostro staff"
                className="absolute top-4 left-4"
              />
              <IconButton
                label="Mi piace"
                variant="primary"
                size="lg"
                className="absolute right-4 bottom-4"
                icon={<Heart className="size-6" />}
              />
            </Photo>
          </Card>
        </Group>
      </div>
      <div className="grid gap-8 lg:grid-cols-2">
        <Group title="Bubbles" className="block">
          <div className="space-y-2 rounded-card bg-chat p-4">
            <p className="text-center text-sm text-muted">Oggi</p>
            <p className="ml-auto w-fit max-w-4/5 rounded-bubble rounded-br-(--corner-check) bg-bubble-mine px-4 py-2.5 text-on-bubble-mine">
              Buonasera Beatrice, ho visto che ami il mare d'inverno.
              <span className="mt-0.5 block text-right text-xs text-on-bubble-mine-muted">21:14</span>
            </p>
            <p className="w-fit max-w-4/5 rounded-bubble rounded-bl-(--corner-check) bg-bubble-theirs px-4 py-2.5">
              Sì! Quando la spiaggia è tutta tua e il vento spettina i pensieri.
              <span className="mt-0.5 block text-xs text-muted">21:15</span>
            </p>
            <div className="w-fit rounded-bubble bg-bubble-locked px-4 py-3 text-on-bubble-locked">
              <p aria-hidden="true" className="blur-xs select-none">
                Allora dobbiamo parlarne
              </p>
              <p className="mt-2 flex items-center gap-3">
                <Lock aria-hidden="true" className="size-4" /> Ti ha risposto <Button size="sm">Leggi</Button>
              </p>
            </div>
            <p className="w-fit rounded-bubble bg-bubble-theirs px-4 py-2">
              <TypingDots label="Beatrice sta scrivendo" />
            </p>
          </div>
        </Group>
        <Group title="A review" className="block">
          <Card>
            <Stars value={5} label="5 stelle su 5" />
            <blockquote className="heading mt-3 text-xl">«Conversazioni vere, senza fretta.»</blockquote>
            <p className="mt-3 text-muted">Paolo, 52</p>
          </Card>
        </Group>
      </div>
    </Section>
  );
}
