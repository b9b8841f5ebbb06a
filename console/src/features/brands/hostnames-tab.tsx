import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, explain } from '#console/shell/api.ts';
import { checkHostname } from '#contract/staff/brand-making.ts';
import { Tag, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DraftText, FormSection, useBrandForm } from './brand-form.tsx';
import { TextList } from './text-list.tsx';

const MOST = 20;

/** Where members find the brand, each with the check that it leads here. */
export function HostnamesTab() {
  const { t } = useTranslation('brands');
  return (
    <div className="flex flex-col gap-6">
      <FormSection title={t('hosts.title')} text={t('hosts.text')}>
        <TextList
          path={['hostnames']}
          labelOf={(number) => (number === 1 ? t('hosts.first') : t('hosts.hostname', { number }))}
          add={t('hosts.add')}
          most={MOST}
          After={Arrival}
        />
        <DraftText
          path={['domain']}
          label={t('hosts.domain')}
          hint={t('hosts.domainHint')}
          maxLength={253}
          required
        />
      </FormSection>
      <FormSection title={t('hosts.redirects')} text={t('hosts.redirectsText')}>
        <TextList
          path={['redirectHosts']}
          labelOf={(number) => t('hosts.hostname', { number })}
          add={t('hosts.add')}
          most={MOST}
        />
      </FormSection>
      <FormSection title={t('hosts.frames')} text={t('hosts.framesText')}>
        <TextList
          path={['frameOrigins']}
          labelOf={(number) => t('hosts.origin', { number })}
          add={t('hosts.addOrigin')}
          most={MOST}
        />
      </FormSection>
    </div>
  );
}

const tones = {
  here: 'success',
  elsewhere: 'danger',
  unreachable: 'danger',
  private: 'warning',
  certificate: 'warning',
} as const satisfies Record<string, Tone>;

/** Asks the hostname itself for what only this installation answers. */
function Arrival({ text: hostname }: { text: string }) {
  const { t, i18n } = useTranslation('brands');
  const { brand } = useBrandForm();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(checkHostname, { brand, hostname }),
  });
  return (
    <div className="flex flex-wrap items-center gap-2 text-[0.8125rem]">
      <Button size="sm" variant="ghost" loading={isPending} onClick={() => mutate()}>
        {t('hosts.check')}
      </Button>
      <span role="status" className="flex flex-wrap items-center gap-2">
        {data && <Tag tone={tones[data.arrives]}>{t(`hosts.arrives.${data.arrives}`)}</Tag>}
        {data && data.takenBy !== null && (
          <Tag tone="danger">{t('hosts.taken', { brand: data.takenBy })}</Tag>
        )}
        {error && <span className="text-danger-text">{explain(error, i18n)}</span>}
      </span>
    </div>
  );
}
