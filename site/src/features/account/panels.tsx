import { type ComponentType, useState } from 'react';
import type { PanelProps } from '#client/overlays.ts';
import { useLinkedOverlay } from '#client/overlays.ts';
import { lazyPart } from '#site/shell/lazy-part.tsx';

/** Each is fetched when it is first opened. */
const panels = {
  email: lazyPart(async () => (await import('./email-panel.tsx')).EmailPanel),
  password: lazyPart(async () => (await import('./password-panel.tsx')).PasswordPanel),
  passkeys: lazyPart(async () => (await import('./passkeys-panel.tsx')).PasskeysPanel),
  sessions: lazyPart(async () => (await import('./sessions-panel.tsx')).SessionsPanel),
  connections: lazyPart(async () => (await import('./connections-panel.tsx')).ConnectionsPanel),
  notifications: lazyPart(async () => (await import('./notification-settings.tsx')).NotificationsPanel),
  blocked: lazyPart(async () => (await import('./blocked-panel.tsx')).BlockedPanel),
  order: lazyPart(async () => (await import('./order-panel.tsx')).OrderPanel),
  language: lazyPart(async () => (await import('./language-panel.tsx')).LanguagePanel),
  plan: lazyPart(async () => (await import('#site/features/billing/own-plan/plan-panel.tsx')).PlanPanel),
  spending: lazyPart(
    async () => (await import('#site/features/billing/spending/spending-panel.tsx')).SpendingPanel,
  ),
  review: lazyPart(async () => (await import('./review-panel.tsx')).ReviewPanel),
  data: lazyPart(async () => (await import('./data-panel.tsx')).DataPanel),
  close: lazyPart(async () => (await import('./close-panel.tsx')).ClosePanel),
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
