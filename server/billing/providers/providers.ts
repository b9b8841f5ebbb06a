import { fail } from '../../../contract/kernel/errors.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { App } from '../../app.ts';
import { createAdyen } from './adyen/adyen.ts';
import { requestAppleSession, isAppleGateway, sandboxSession } from './apple-pay.ts';
import { createMaxpay } from './maxpay/maxpay.ts';
import { createPayPal } from './paypal/paypal.ts';
import type { Provider, Providers } from './provider.ts';
import { openSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';
import { createTrustPay } from './trustpay/trustpay.ts';

interface OpenProviders {
  providers: Providers;
  /** Tells the stand-in where this server listens, so that it can send webhooks. */
  listeningAt(origin: string): void;
  close(): Promise<void>;
}

type Environment = Pick<App, 'config' | 'log' | 'clock'>;

/** The providers that there are keys for; elsewhere stand-ins, but never in production. */
export async function openProviders(app: Environment): Promise<OpenProviders> {
  const { payments, environment } = app.config;
  const sandbox = environment === 'production' ? undefined : await openSandbox(app);
  const known = new Map<ProviderName, Provider>(
    Array.from(makeProviders(app, sandbox), (provider) => [provider.name, provider]),
  );
  const adyenAccount = payments.adyen?.merchantAccount ?? sandbox?.keys.adyen.merchantAccount;
  const { adyen, trustpay, maxpay, paypal } = payments;
  return {
    providers: {
      get: (name) => known.get(name),
      sandbox: sandbox !== undefined && !(adyen && trustpay && maxpay && paypal),
      googlePay: (merchantAccount = adyenAccount) =>
        merchantAccount === undefined || !known.has('adyen')
          ? undefined
          : { gateway: 'adyen', gatewayMerchantId: merchantAccount },
      async validateAppleMerchant(request) {
        if (sandbox && request.validationUrl === `${await sandbox.origin()}/apple/paymentSession`) {
          return sandboxSession(request, app.clock);
        }
        if (!isAppleGateway(request.validationUrl)) return fail('payment.validation_refused');
        const { apple, timeoutMs } = payments;
        return apple && requestAppleSession({ ...apple, timeoutMs }, request);
      },
    },
    listeningAt(origin) {
      if (app.config.roles.includes('payment')) sandbox?.listeningAt(origin);
    },
    close: async () => sandbox?.close(),
  };
}

function* makeProviders({ config, log, clock }: Environment, sandbox: Sandbox | undefined) {
  const { adyen, trustpay, maxpay, paypal, timeoutMs } = config.payments;
  const place = (address: string | undefined, path: string) => ({
    url: async () => address?.replace(/\/+$/, '') ?? `${await sandbox?.origin()}${path}`,
    timeoutMs,
    clock,
    log,
  });
  const keys = {
    adyen: adyen ?? sandbox?.keys.adyen,
    trustpay: trustpay ?? sandbox?.keys.trustpay,
    maxpay: maxpay ?? sandbox?.keys.maxpay,
    paypal: paypal ?? sandbox?.keys.paypal,
  };
  if (keys.adyen) {
    const there = place(adyen?.url, '/adyen/v71');
    const reportUrl = async (day: string) =>
      `${await there.url()}/reports/settlement_detail_report_${day}.csv`;
    yield createAdyen({ ...keys.adyen, ...there, reportUrl: adyen ? undefined : reportUrl });
  }
  if (keys.trustpay) yield createTrustPay({ ...keys.trustpay, ...place(trustpay?.url, '/trustpay') });
  if (keys.maxpay) yield createMaxpay({ ...keys.maxpay, ...place(maxpay?.url, '/maxpay/api/cc') });
  if (keys.paypal) yield createPayPal({ ...keys.paypal, ...place(paypal?.url, '/paypal') });
}
