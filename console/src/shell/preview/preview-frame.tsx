/**
 * The live preview: a members' page of a brand, drawn by the site's own parts, from drafts as they stand in a form.
 *
 *   <PreviewFrame brand="lunaria" screen="plans" flowId="7"
 *     parts={{ 'flow:7': flowInTheForm, 'plan:vip-month': planInTheForm }}
 *     language="it" mode="dark" device="phone" data={{}} />
 *
 * - `screen`: `landing`, `search`, `card` (of the deck), `person` (their page), `chat`, `plans`, `paywall`, `mail`.
 * - `parts`: parts of the brand as they are being written, by their names (contract/brand/parts.ts); they may be half
 *   written. Of all others the drafts count, else what is live. Changes are followed a moment after they stop, colours
 *   and shapes of `brand` at once.
 * - `flowId`: the flow whose plans, paywalls and landings are shown; the brand's default where it is absent.
 * - `data.person`: any fields of a person as members see them (contract/profile/people.ts), for `card`, `person`, `chat`
 *   and the first of a `search`. Sample people, who say that they are, stand in for the rest.
 * - `data.paywall`: which one is open on the screen `paywall`, with words where they are not the flow's.
 * - `data.mail`: the HTML of a mail, for `mail`; without it one of ours is rendered with the brand's look.
 * - `device`: `phone` (390 × 844), `desk` (1280 × 832), or `both`, the phone before the desk.
 *
 * It takes the width that it is given and draws the device to scale. Nothing in it can be pressed or focused, it reaches
 * no server, and it counts nothing. `usePreviewChoice` and `<PreviewBar>` (preview-bar.tsx) give the usual choice of
 * screen, device, mode and language.
 *
 * The page in the frame is built from site/src/preview/ apart from the site, and served on the console's own origin.
 */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type PreviewData, type PreviewPage, previewPages } from '#client/preview-messages.ts';
import { SETTINGS_PART } from '#contract/brand/parts.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { type PreviewMode, previewBrand } from '#contract/staff/brand-preview.ts';
import { type CompleteThemeTokens, themeTokens } from '#contract/theme/tokens.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { call, explain } from '../api.ts';
import { type Device, DeviceFrame, devices } from './device-frame.tsx';
import { MailDocument } from './mail-document.tsx';
import { SitePage } from './site-page.tsx';
import { useSettled } from './use-settled.ts';

export const previewScreens = [...previewPages, 'mail'] as const;
export type PreviewScreen = (typeof previewScreens)[number];
export type PreviewDevice = Device | 'both';
export type PreviewParts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Data = PreviewData & { mail?: string };

export interface PreviewFrameProps {
  brand: string;
  screen: PreviewScreen;
  parts?: PreviewParts;
  flowId?: string;
  language: Language;
  mode: PreviewMode;
  device: PreviewDevice;
  data?: Data;
}

/** How long a form must rest before the server is asked what comes of it. */
const REST_MS = 350;
const noParts: PreviewParts = {};
const noData: Data = {};

export function PreviewFrame(props: PreviewFrameProps) {
  const { brand, screen, parts = noParts, flowId, language, mode, device, data = noData } = props;
  const { t, i18n } = useTranslation('preview');
  const settled = useSettled(parts, REST_MS);
  const wantsMail = screen === 'mail' && data.mail === undefined;
  const query = useQuery({
    queryKey: ['preview', brand, flowId, language, wantsMail && mode, settled],
    queryFn: ({ signal }) =>
      call(
        previewBrand,
        {
          brand,
          parts: Object.entries(settled).map(([part, content]) => ({ part, content: { ...content } })),
          language,
          ...(flowId !== undefined && { flowId }),
          ...(wantsMail && { mail: mode }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const shownDevices = device === 'both' ? devices : [device];
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      {query.error && (
        <Notice tone="warning">
          {t('failed')} {explain(query.error, i18n)}
        </Notice>
      )}
      <DeviceFrame devices={shownDevices} mode={mode}>
        {(each) =>
          query.data ? (
            <Screen
              {...{ screen, language, mode, data }}
              preview={query.data}
              theme={themeOf(parts, query.data)}
              device={each}
            />
          ) : (
            <Skeleton className="size-full rounded-none" />
          )
        }
      </DeviceFrame>
      <figcaption className="text-xs text-muted">{t('note')}</figcaption>
    </figure>
  );
}

type Preview = ReplyOf<typeof previewBrand>;

/** Colours follow a form at once, without asking the server. */
function themeOf(parts: PreviewParts, preview: Preview): CompleteThemeTokens {
  const written = themeTokens.safeParse(parts[SETTINGS_PART]?.['theme']);
  return written.success ? written.data : themeTokens.parse(preview.theme);
}

interface ScreenProps extends Pick<PreviewFrameProps, 'screen' | 'language' | 'mode'> {
  preview: Preview;
  theme: CompleteThemeTokens;
  data: Data;
  device: Device;
}

function Screen({ screen, preview, theme, language, mode, data, device }: ScreenProps) {
  const { t } = useTranslation('preview');
  const title = t('title', { screen: t(`screens.${screen}`), device: t(`devices.${device}`) });
  if (screen === 'mail') {
    const html = data.mail ?? preview.mail;
    return html === null ? (
      <Skeleton className="size-full rounded-none" />
    ) : (
      <MailDocument html={html} title={title} />
    );
  }
  const page: PreviewPage = screen;
  return (
    <SitePage
      title={title}
      shown={{
        kind: 'show-preview',
        page,
        boot: preview.boot,
        theme,
        language,
        mode,
        data: withoutMail(data),
      }}
    />
  );
}

function withoutMail({ person, paywall }: Data): PreviewData {
  return { ...(person && { person }), ...(paywall && { paywall }) };
}
