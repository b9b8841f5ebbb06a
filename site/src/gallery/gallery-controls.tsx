import { ArrowRight, Heart, Pencil, Send, Settings, X } from 'lucide-react';
import { useState } from 'react';
import { CreditIndicator } from '#site/features/billing/credits.tsx';
import { TypingDots } from '#site/features/chat/participant-parts.tsx';
import { paths } from '#site/shell/paths.ts';
import { CountBadge, DotBadge, Tag, type Tone } from '#ui/badge.tsx';
import { Button, ButtonLink, type ButtonVariant } from '#ui/button.tsx';
import { IconButton, IconLink } from '#ui/icon-button.tsx';
import { KindBadge } from '#ui/kind-badge.tsx';
import { Pager } from '#ui/pager.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Stars } from '#ui/stars.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { Group, Section } from './section.tsx';

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger'];
const tones: readonly Tone[] = ['neutral', 'primary', 'accent', 'highlight', 'success', 'warning', 'danger'];

export function GalleryControls() {
  const [page, setPage] = useState(6);
  const [tab, setTab] = useState<'likes' | 'visits'>('likes');
  return (
    <Section title="Buttons and small parts">
      <div className="grid gap-x-10 lg:grid-cols-2">
        <Group title="Button: variants">
          {variants.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant === 'danger' ? 'Elimina' : 'Continua'}
            </Button>
          ))}
        </Group>
        <Group title="Button: loading and disabled">
          {variants.map((variant) => (
            <Button key={variant} variant={variant} loading>
              Continua
            </Button>
          ))}
          <Button disabled>Continua</Button>
          <Button variant="secondary" disabled>
            Indietro
          </Button>
        </Group>
        <Group title="Button: sizes, icons, as a link">
          <Button size="sm">Leggi</Button>
          <Button size="md" icon={<Heart aria-hidden="true" className="size-5" />}>
            Mi piace
          </Button>
          <Button size="lg">Scrivi ora</Button>
          <ButtonLink
            to={paths.find}
            variant="secondary"
            iconEnd={<ArrowRight aria-hidden="true" className="size-5" />}
          >
            Vai alla ricerca
          </ButtonLink>
        </Group>
        <Group title="Icon buttons, tooltip">
          <IconButton label="Chiudi" icon={<X className="size-5" />} />
          <IconButton label="Modifica" variant="soft" icon={<Pencil className="size-5" />} />
          <IconButton label="Non mi piace" variant="surface" size="lg" icon={<X className="size-6" />} />
          <IconButton
            label="Mi piace"
            variant="primary"
            size="xl"
            icon={<Heart className="size-8 fill-current" strokeWidth={0} />}
          />
          <IconLink
            label="Scrivi"
            to={paths.chats}
            variant="surface"
            size="lg"
            icon={<Send className="size-6" />}
          />
          <Tooltip text="Impostazioni">
            <IconButton label="Impostazioni" icon={<Settings className="size-5" />} />
          </Tooltip>
        </Group>
        <Group title="Tags">
          {tones.map((tone) => (
            <Tag key={tone} tone={tone}>
              {tone}
            </Tag>
          ))}
        </Group>
        <Group title="Badges, kinds of profile">
          <CountBadge count={3} label="3 messaggi non letti" />
          <CountBadge count={128} label="128 messaggi non letti" />
          <DotBadge label="Novità" />
          <KindBadge kind="staff" label="Profilo gestito dal nostro staff" />
          <KindBadge kind="ai" label="Compagno virtuale (AI)" />
        </Group>
        <Group title="Stars, typing, credits, spinner" className="flex flex-wrap items-center gap-6">
          <Stars value={4.6} label="4,6 stelle su 5" />
          <Stars value={3} size="lg" label="3 stelle su 5" />
          <TypingDots label="Beatrice sta scrivendo" />
          <CreditIndicator level="full" label="Crediti: pieno" />
          <CreditIndicator level="medium" label="Crediti: a metà" />
          <CreditIndicator level="empty" label="Crediti: quasi finiti" />
          <Spinner label="Sto caricando" />
        </Group>
        <Group title="Pager">
          <Pager
            page={page}
            pages={12}
            onPage={setPage}
            labels={{
              nav: 'Pagine',
              previous: 'Pagina precedente',
              next: 'Pagina successiva',
              page: (number) => `Pagina ${number}`,
            }}
          />
        </Group>
      </div>
      <Group title="Tabs" className="block">
        <Tabs
          label="Novità"
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'likes',
              label: 'Mi piace',
              count: { value: 4, label: '4 nuovi' },
              content: <p>A Beatrice piace il tuo profilo.</p>,
            },
            { value: 'visits', label: 'Visite', content: <p>Ginevra ha visitato il tuo profilo.</p> },
          ]}
        />
      </Group>
    </Section>
  );
}
