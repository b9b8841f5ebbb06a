import { type ComponentType, useState } from 'react';
import type { PanelProps } from '#client/overlays.ts';
import { useLinkedOverlay } from '#client/overlays.ts';
import { PlanPanel } from '#site/features/billing/own-plan/plan-panel.tsx';
import { SpendingPanel } from '#site/features/billing/spending/spending-panel.tsx';
import { BlockedPanel } from './blocked-panel.tsx';
import { ClosePanel } from './close-panel.tsx';
import { ConnectionsPanel } from './connections-panel.tsx';
import { DataPanel } from './data-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { NotificationsPanel } from './notification-settings.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { LanguagePanel } from './preferences-panels.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

const panels = {
  email: EmailPanel,
  password: PasswordPanel,
  passkeys: PasskeysPanel,
  sessions: SessionsPanel,
  connections: ConnectionsPanel,
  notifications: NotificationsPanel,
  blocked: BlockedPanel,
  language: LanguagePanel,
  plan: PlanPanel,
  spending: SpendingPanel,
  review: ReviewPanel,
  data: DataPanel,
  close: ClosePanel,
} satisfies Record<string, ComponentType<PanelProps>>;
type PanelName = keyof typeof panels;

const isPanel = (name: string): name is PanelName => Object.hasOwn(panels, name);

/** The panel whose name is in the address. One that has closed stays until it has left the screen. */
export function Panels() {
  const { name, close } = useLinkedOverlay();
  const [shown, setShown] = useState<PanelName | null>(null);
  const named = isPanel(name) ? name : null;
  if (named && named !== shown) setShown(named);
  if (!shown) return null;
  const Panel = panels[shown];
  return (
    <Panel key={shown} open={named !== null} onClose={() => void close()} onClosed={() => setShown(null)} />
  );
}
