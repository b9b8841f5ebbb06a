/**
 * The page of the console's preview frame: the members' app itself, which the console directs. It begins again
 * where another page, language, flow or person is to be shown, and follows in place what else of the brand changes.
 */

import './own-storage.ts';
import '../app/app.css';
import { createElement } from 'react';
import { type Root, createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import type { PreviewPage, PreviewReady, ShowPreview } from '#client/preview-messages.ts';
import { queryClient } from '#client/query-client.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import { themeCss } from '#contract/theme/theme.ts';
import { App } from '#site/app/app.tsx';
import { decideRoute } from '#site/app/decide-route.ts';
import { preloadScreen } from '#site/app/route.ts';
import { type Shell, shellOf, shellStore } from '#site/shell/boot.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { openMember } from '#site/shell/member-query.ts';
import { noPageData } from '#site/shell/page-data.ts';
import { paths } from '#site/shell/paths.ts';
import { endPopup, openPopup } from '#site/shell/popups.ts';
import { sessionStore } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';
import { answerByItself } from './sample-answers.ts';
import { sampleMember } from './sample-people.ts';

const SAMPLE = 'sample-1';

const addresses: Record<PreviewPage, string> = {
  landing: paths.home,
  search: paths.find,
  card: paths.match,
  person: paths.person(SAMPLE),
  chat: paths.chat(SAMPLE),
  plans: paths.plans(),
  paywall: paths.find,
};

let asked: ShowPreview | undefined;
let shownKey = '';
let mounted: Root | undefined;

answerByItself(() => ({ language: asked?.language ?? 'en', person: asked?.data.person ?? {} }));

/** Nothing is asked about cookies here, and no host is elsewhere. */
function shellFor({ boot }: ShowPreview): Shell {
  const hosts = Object.fromEntries(
    Object.entries(hostPrefixes).map(([host, prefix]) => [host, location.origin + prefix]),
  );
  const shell = shellOf({ ...boot, brand: { ...boot.brand, cookieConsent: null, pixels: [] } });
  return { ...shell, hosts: { ...shell.hosts, ...hosts } };
}

/** What the page has to begin again for. */
function keyOf({ page, language, boot, data }: ShowPreview): string {
  return JSON.stringify([
    page,
    language,
    boot.flow.id,
    boot.brand.theme.hero,
    data,
    boot.flow.plans,
    boot.flow.paywalls,
  ]);
}

async function show(wanted: ShowPreview): Promise<void> {
  asked = wanted;
  const { theme, mode, boot, language } = wanted;
  const style = document.getElementById('theme');
  if (style) style.textContent = themeCss(theme);
  document.documentElement.dataset['theme'] = mode;
  document.documentElement.dataset['brand'] = boot.brand.key;
  document.documentElement.lang = language;
  const shell = shellFor(wanted);
  shellStore.set(shell);
  queryClient.setQueryData(['flow', boot.flow.id], boot.flow);
  const key = keyOf(wanted);
  if (key === shownKey) return;
  shownKey = key;
  await begin(wanted, shell);
}

async function begin(wanted: ShowPreview, shell: Shell): Promise<void> {
  const { page, boot, language } = wanted;
  const isVisit = page === 'landing';
  const pathname = addresses[page];
  const decision = decideRoute({
    pathname,
    search: '',
    audience: isVisit ? 'visitor' : 'member',
    flow: shell.flow,
  });
  if (decision.kind !== 'show') return;
  const [texts, preloaded] = await Promise.all([
    createTexts(language, ['shell', 'popups', 'errors', ...decision.screen.texts]),
    preloadScreen(decision.screen, boot.brand.theme.hero),
  ]);
  // Another page may have been asked for meanwhile.
  if (asked !== wanted && keyOf(asked ?? wanted) !== keyOf(wanted)) return;
  mounted?.unmount();
  endPopup();
  queryClient.clear();
  queryClient.setQueryData(['flow', boot.flow.id], boot.flow);
  history.replaceState(null, '', pathname);
  if (isVisit) {
    storage.remove('token');
    sessionStore.set({ status: 'visitor' });
  } else {
    storage.set('token', 'preview');
    sessionStore.set({ status: 'member', me: openMember(sampleMember(language, boot.flow)) });
  }
  const root = document.getElementById('root') as HTMLElement;
  mounted = createRoot(root);
  mounted.render(
    createElement(BrowserRouter, null, createElement(App, { shell, pageData: noPageData, texts, preloaded })),
  );
  const { paywall } = wanted.data;
  if (page === 'paywall' && paywall)
    openPopup({ name: paywall.name, ...boot.flow.paywalls[paywall.name], ...paywall.words });
}

window.addEventListener('message', ({ source, origin, data }: MessageEvent<ShowPreview>) => {
  if (source !== window.parent || origin !== location.origin || data.kind !== 'show-preview') return;
  void show(data);
});
const ready: PreviewReady = { kind: 'preview-ready' };
window.parent.postMessage(ready, location.origin);
