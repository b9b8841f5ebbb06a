import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParts } from '#console/features/publishing/publishing-data.ts';
import { paymentMethods, providers } from '#contract/billing/providers.ts';
import { readPart } from '#contract/brand/parts.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { SettingsList, SwitchRow } from '#ui/settings-row.tsx';
import { DraftText, FormSection, useBrandForm } from './brand-form.tsx';
import { isObject, isText, listAt, moved } from './content.ts';
import { PaymentTryOut } from './payment-try-out.tsx';

const MOST_RULES = 20;
const RULES = ['payment', 'rules'] as const;
const names = Object.keys(providers) as (keyof typeof providers)[];

/** Who takes the money, in which order, and under which name it stands on a statement. */
export function PaymentsTab() {
  const { t } = useTranslation('brands');
  const { read, write } = useBrandForm();
  return (
    <div className="flex flex-col gap-6">
      <FormSection title={t('pay.statement')}>
        <div className="grid gap-3 sm:grid-cols-2">
          <DraftText
            path={['payment', 'descriptor']}
            label={t('pay.descriptor')}
            hint={t('pay.descriptorHint')}
            maxLength={22}
            required
          />
          <DraftText
            path={['payment', 'company']}
            label={t('pay.company')}
            hint={t('pay.companyHint')}
            maxLength={60}
            required
          />
          <DraftText
            path={['payment', 'merchantAccount']}
            label={t('pay.merchantAccount')}
            hint={t('pay.merchantHint')}
            maxLength={80}
            optional
          />
        </div>
        <SettingsList>
          <SwitchRow
            label={t('pay.oneStopShop')}
            detail={t('pay.oneStopShopText')}
            checked={read(['payment', 'oneStopShop']) === true}
            onChange={(checked) => write(['payment', 'oneStopShop'], checked)}
          />
        </SettingsList>
      </FormSection>
      <Rules />
      <PaymentTryOut />
      <FormSection title={t('pay.wallets')} text={t('pay.walletsText')}>
        <Wallet />
        <PayPal />
      </FormSection>
    </div>
  );
}

/** The first rule that fits the member's flow and the way of paying counts. */
function Rules() {
  const { t } = useTranslation('brands');
  const { content, write } = useBrandForm();
  const rules = listAt(content, RULES, isObject);
  const move = (from: number, to: number) => write(RULES, moved(rules, from, to));
  return (
    <FormSection title={t('pay.rules')} text={t('pay.rulesText')}>
      {rules.length === 0 && <p className="text-sm text-muted">{t('pay.noRules')}</p>}
      <ol className="flex flex-col gap-3">
        {rules.map((_, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex flex-col gap-3 rounded-field border border-line p-3">
            <div className="flex items-center gap-1">
              <h3 className="flex-1 font-text text-sm font-semibold">
                {t('pay.rule', { number: index + 1 })}
              </h3>
              <IconButton
                label={t('pay.up', { number: index + 1 })}
                icon={<ArrowUp aria-hidden className="size-4" />}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                label={t('pay.down', { number: index + 1 })}
                icon={<ArrowDown aria-hidden className="size-4" />}
                disabled={index === rules.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                label={t('remove', { name: t('pay.rule', { number: index + 1 }) })}
                icon={<Trash2 aria-hidden className="size-4" />}
                onClick={() =>
                  write(
                    RULES,
                    rules.filter((__, at) => at !== index),
                  )
                }
              />
            </div>
            <Rule index={index} />
          </li>
        ))}
      </ol>
      {rules.length < MOST_RULES && (
        <Button
          size="sm"
          variant="secondary"
          className="self-start"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => write(RULES, [...rules, { providers: names.slice(0, 1) }])}
        >
          {t('pay.addRule')}
        </Button>
      )}
    </FormSection>
  );
}

function Rule({ index }: { index: number }) {
  const { t } = useTranslation('brands');
  const { brand, content, write, isWrong } = useBrandForm();
  const { data } = useParts(brand);
  const at = (field: string) => [...RULES, index, field];
  const flows = (data?.parts ?? []).flatMap(({ part, kind, name }) =>
    kind === 'flow' ? [{ value: readPart(part).id, label: `${readPart(part).id} · ${name}` }] : [],
  );
  const chosen = listAt(content, at('providers'), isText);
  const put = (field: string, values: readonly string[]) =>
    write(at(field), values.length > 0 ? values : undefined);
  return (
    <>
      <Ticks
        legend={t('pay.forFlows')}
        all={t('pay.allFlows')}
        options={flows}
        chosen={listAt(content, at('flows'), isText)}
        onChange={(values) => put('flows', values)}
      />
      <Ticks
        legend={t('pay.forMethods')}
        all={t('pay.allMethods')}
        options={paymentMethods.map((value) => ({ value, label: t(`pay.method.${value}`) }))}
        chosen={listAt(content, at('methods'), isText)}
        onChange={(values) => put('methods', values)}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="text-[0.8125rem] font-medium">{t('pay.order')}</legend>
        <ol className="flex flex-col gap-1">
          {chosen.map((name, place) => (
            <li key={name} className="flex items-center gap-1 text-sm">
              <span className="w-5 text-muted tabular-nums">{place + 1}.</span>
              <span className="flex-1">{isProvider(name) ? providers[name].title : name}</span>
              <IconButton
                label={t('pay.earlier', { provider: name })}
                icon={<ArrowUp aria-hidden className="size-4" />}
                disabled={place === 0}
                onClick={() => write(at('providers'), moved(chosen, place, place - 1))}
              />
              <IconButton
                label={t('remove', { name })}
                icon={<Trash2 aria-hidden className="size-4" />}
                onClick={() =>
                  write(
                    at('providers'),
                    chosen.filter((each) => each !== name),
                  )
                }
              />
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-1.5">
          {names
            .filter((name) => !chosen.includes(name))
            .map((name) => (
              <Button
                key={name}
                size="sm"
                variant="ghost"
                icon={<Plus aria-hidden className="size-3.5" />}
                onClick={() => write(at('providers'), [...chosen, name])}
              >
                {providers[name].title}
              </Button>
            ))}
        </div>
        {isWrong(at('providers')) && (
          <p className="text-[0.8125rem] text-danger-text">{t('pay.noProvider')}</p>
        )}
      </fieldset>
    </>
  );
}

function isProvider(name: string): name is keyof typeof providers {
  return name in providers;
}

interface TicksProps {
  legend: string;
  /** What counts where nothing is ticked. */
  all: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (values: string[]) => void;
}

function Ticks({ legend, all, options, chosen, onChange }: TicksProps) {
  return (
    <fieldset>
      <legend className="text-[0.8125rem] font-medium">
        {legend} {chosen.length === 0 && <span className="font-normal text-muted">({all})</span>}
      </legend>
      <div className="flex flex-wrap gap-x-4">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-8 items-center gap-2 text-[0.8125rem] pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              className="size-4"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
              }
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Wallet() {
  const { t } = useTranslation('brands');
  const { read, write } = useBrandForm();
  const has = isObject(read(['wallet']));
  return (
    <div className="flex flex-col gap-3">
      <SettingsList>
        <SwitchRow
          label={t('pay.wallet')}
          checked={has}
          onChange={(checked) =>
            write(['wallet'], checked ? { merchantId: '', merchantName: '' } : undefined)
          }
        />
      </SettingsList>
      {has && (
        <div className="grid gap-3 sm:grid-cols-2">
          <DraftText path={['wallet', 'merchantId']} label={t('pay.merchantId')} maxLength={100} required />
          <DraftText
            path={['wallet', 'merchantName']}
            label={t('pay.merchantName')}
            maxLength={100}
            required
          />
          <DraftText
            path={['wallet', 'appleDomainAssociation']}
            label={t('pay.appleFile')}
            hint={t('pay.appleFileHint')}
            maxLength={20_000}
            optional
          />
        </div>
      )}
    </div>
  );
}

function PayPal() {
  const { t } = useTranslation('brands');
  const { read, write } = useBrandForm();
  const has = isObject(read(['payPal']));
  return (
    <div className="flex flex-col gap-3">
      <SettingsList>
        <SwitchRow
          label={t('pay.method.paypal')}
          checked={has}
          onChange={(checked) => write(['payPal'], checked ? { clientId: '' } : undefined)}
        />
      </SettingsList>
      {has && <DraftText path={['payPal', 'clientId']} label={t('pay.clientId')} maxLength={200} required />}
    </div>
  );
}
