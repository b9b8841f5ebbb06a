import {
  Ban,
  Bell,
  BellRing,
  Crown,
  Download,
  EyeOff,
  KeyRound,
  Languages,
  ListOrdered,
  Link2,
  LockKeyhole,
  LogOut,
  Mail,
  MonitorSmartphone,
  PiggyBank,
  ScanFace,
  ShieldCheck,
  Star,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLinkedOverlay } from '#client/overlays.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { languages } from '#contract/kernel/languages.ts';
import { explain } from '#site/shell/explain.ts';
import { refreshUser } from '#site/shell/member-query.ts';
import { paths } from '#site/shell/paths.ts';
import { openPopup } from '#site/shell/popups.ts';
import { useMember, useMustAgreeAgain } from '#site/shell/session.ts';
import { Tag } from '#ui/badge.tsx';
import { SettingsList, SettingsRow, SwitchRow } from '#ui/settings-row.tsx';
import { useToast } from '#ui/toast.tsx';
import { useSaveSettings, useSettings } from './settings-data.ts';
import { useVerification } from './verification/verification-data.ts';

const levelWords = ['rows.planFree', 'rows.planCredits', 'rows.planTop'] as const;

/** Everything else about an account, as plain rows. Each opens its own panel. */
export function Settings() {
  const { t, i18n } = useTranslation(['profile', 'shell', 'meeting']);
  const { email, emailConfirmed, pendingEmail, hasPassword, premiumLevel, closesAt } = useMember();
  const { open } = useLinkedOverlay();
  // What the server refuses to members who have not agreed to new terms is not offered: the page says so above.
  const leaves = useMustAgreeAgain();
  const language = LANGUAGES.find((one) => one === i18n.language);
  return (
    <div className="space-y-8">
      <Group title={t('rows.access')}>
        <SettingsRow
          icon={<Mail aria-hidden="true" />}
          label={t('rows.email')}
          detail={<Address email={email} />}
          value={(!emailConfirmed || pendingEmail) && <Tag tone="warning">{t('rows.toConfirm')}</Tag>}
          onClick={() => open('email')}
        />
        <SettingsRow
          icon={<LockKeyhole aria-hidden="true" />}
          label={t('rows.password')}
          detail={hasPassword ? undefined : t('rows.noPassword')}
          onClick={() => open('password')}
        />
        <SettingsRow
          icon={<KeyRound aria-hidden="true" />}
          label={t('rows.passkeys')}
          detail={t('rows.passkeysText')}
          onClick={() => open('passkeys')}
        />
        <SettingsRow
          icon={<MonitorSmartphone aria-hidden="true" />}
          label={t('rows.sessions')}
          detail={t('rows.sessionsText')}
          onClick={() => open('sessions')}
        />
        <SettingsRow
          icon={<Link2 aria-hidden="true" />}
          label={t('rows.connections')}
          detail={t('rows.connectionsText')}
          onClick={() => open('connections')}
        />
      </Group>
      <Group title={t('rows.preferences')}>
        {!leaves && (
          <>
            <SettingsRow
              icon={<Bell aria-hidden="true" />}
              label={t('rows.notifications')}
              onClick={() => open('notifications')}
            />
            <SettingsRow
              icon={<BellRing aria-hidden="true" />}
              label={t('rows.push')}
              detail={t('rows.pushText')}
              to={paths.activeNotifications}
            />
          </>
        )}
        {!leaves && (
          <SettingsRow
            icon={<ListOrdered aria-hidden="true" />}
            label={t('meeting:order.row')}
            detail={t('meeting:order.rowText')}
            onClick={() => open('order')}
          />
        )}
        <SettingsRow
          icon={<Languages aria-hidden="true" />}
          label={t('rows.language')}
          value={language && languages[language].name}
          onClick={() => open('language')}
        />
        {!leaves && (
          <>
            <HideRow />
            <SettingsRow
              icon={<ShieldCheck aria-hidden="true" />}
              label={t('rows.safety')}
              detail={t('rows.safetyText')}
              to={paths.safety()}
            />
            <SettingsRow
              icon={<Ban aria-hidden="true" />}
              label={t('rows.blocked')}
              detail={t('rows.blockedText')}
              onClick={() => open('blocked')}
            />
          </>
        )}
      </Group>
      <Group title={t('rows.account')}>
        {!leaves && <VerificationRow />}
        <SettingsRow
          icon={<Crown aria-hidden="true" />}
          label={t('rows.plan')}
          value={t(levelWords[premiumLevel])}
          onClick={() => open('plan')}
        />
        <SettingsRow
          icon={<PiggyBank aria-hidden="true" />}
          label={t('rows.spending')}
          detail={t('rows.spendingText')}
          onClick={() => open('spending')}
        />
        {!leaves && (
          <SettingsRow
            icon={<Star aria-hidden="true" />}
            label={t('rows.review')}
            detail={t('rows.reviewText')}
            onClick={() => open('review')}
          />
        )}
        <SettingsRow
          icon={<Download aria-hidden="true" />}
          label={t('rows.data')}
          onClick={() => open('data')}
        />
        <SettingsRow
          icon={<LogOut aria-hidden="true" />}
          label={t('rows.signOut')}
          onClick={() => openPopup({ name: 'sign_out' })}
        />
        {closesAt === null && (
          <SettingsRow
            icon={<Trash2 aria-hidden="true" />}
            label={t('rows.close')}
            tone="danger"
            onClick={() => open('close')}
          />
        )}
      </Group>
    </div>
  );
}

/** Where an address has no room on one line, the part after the sign goes to the next. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-2xl">{title}</h2>
      <SettingsList>{children}</SettingsList>
    </section>
  );
}

export function HideRow() {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const toast = useToast();
  const { trackerId, profileStatus } = useMember();
  const settings = useSettings();
  const save = useSaveSettings();
  const hide = (hidden: boolean) =>
    save.mutate(
      { hidden },
      {
        onSuccess: () => void refreshUser(trackerId).catch(() => undefined),
        onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
      },
    );
  return (
    <SwitchRow
      icon={<EyeOff aria-hidden="true" />}
      label={t('rows.hide')}
      detail={t('rows.hideText')}
      checked={settings.data?.hidden ?? profileStatus === 'hidden'}
      disabled={settings.data === undefined}
      onChange={hide}
    />
  );
}

const verificationStates = {
  waiting: { tone: 'warning', words: 'rows.verificationStates.waiting' },
  verified: { tone: 'success', words: 'rows.verificationStates.verified' },
  refused: { tone: 'danger', words: 'rows.verificationStates.refused' },
} as const;

export function VerificationRow() {
  const { t } = useTranslation('profile');
  const status = useVerification().data?.status;
  const state =
    status === undefined || status === 'none' || status === 'asked' ? null : verificationStates[status];
  return (
    <SettingsRow
      icon={<ScanFace aria-hidden="true" />}
      label={t('rows.verification')}
      detail={t('rows.verificationText')}
      value={state && <Tag tone={state.tone}>{t(state.words)}</Tag>}
      to={paths.verification}
    />
  );
}
