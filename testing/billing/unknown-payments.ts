import { createHmac } from 'node:crypto';
import { processorKeys } from '#sandbox/processor/keys.ts';
import type { TestResponse } from '../http-request.ts';
import { AMEX, REFUSED, SECURITY_CODE, nextNumber } from './card-number-leaks.ts';
import { onTheWire, payAs } from './processor-process.ts';
import type { Fields, Sender } from './processor-process.ts';

async function payByWallet(sender: Sender, path: string, response: Fields): Promise<TestResponse> {
  const { token, body } = await sender.order();
  return sender.post(path, { request: body, card: await sender.seal({ token, response }) });
}

/** A webhook of Adyen's, signed as Adyen does, with a card where none should be. */
function adyenWebhook(number: string): string {
  const { hmacKey, merchantAccount: merchantAccountCode } = processorKeys.adyen;
  const item = {
    pspReference: 'STRAY00000000001',
    merchantAccountCode,
    merchantReference: 'a stray',
    amount: { value: 990, currency: 'EUR' },
    eventCode: 'AUTHORISATION',
    success: 'false',
    eventDate: '2026-11-15T10:00:00Z',
    reason: `card ${number} refused`,
    paymentMethod: 'visa',
  };
  const signed = [item.pspReference, '', merchantAccountCode, item.merchantReference, 990, 'EUR'];
  const hmacSignature = createHmac('sha256', Buffer.from(hmacKey, 'hex'))
    .update([...signed, item.eventCode, item.success].join(':'))
    .digest('base64');
  const additionalData = { hmacSignature, cardNumber: number, cvc: SECURITY_CODE };
  return JSON.stringify({
    live: 'false',
    notificationItems: [{ NotificationRequestItem: { ...item, additionalData } }],
  });
}

/** Three who pay at three providers. */
interface Senders {
  adyen: Sender;
  trustpay: Sender;
  maxpay: Sender;
}

const visa = () => nextNumber();
const amex = () => nextNumber(AMEX);

/** Sealed as they should be, for banks that take them and banks that do not. */
export function whereTheyBelong({ adyen, trustpay, maxpay }: Senders): Promise<TestResponse>[] {
  const spaced = amex().replace(/^(.{4})(.{6})/, '$1 $2 ');
  return [
    payAs(adyen, spaced),
    payAs(trustpay, amex()),
    payAs(maxpay, amex()),
    ...[adyen, trustpay, maxpay].flatMap((sender) => [
      payAs(sender, `${REFUSED}95`),
      payAs(sender, `${REFUSED}87`),
    ]),
  ];
}

/** Sealed, but with something wrong, or with a number in every other field as well. */
export function notRight({ adyen, trustpay, maxpay }: Senders): Promise<TestResponse>[] {
  return [
    payAs(adyen, visa(), { card: { cardSecurityCode: SECURITY_CODE } }),
    payAs(adyen, amex(), { card: { cardYear: '20' } }),
    payAs(adyen, amex(), { card: { firstName: '', lastName: '' } }),
    payAs(adyen, `${visa().slice(0, -1)}x`),
    payAs(adyen, visa() + visa() + visa()),
    payAs(adyen, '', { card: { cardNumber: Number(visa()) } }),
    payAs(adyen, amex(), { to: 'api' }),
    payAs(adyen, amex(), { path: '/pay/orders/trustpay/tryCharge' }),
    payAs(adyen, visa(), { card: { firstName: visa(), lastName: visa() } }),
    payAs(trustpay, visa(), { card: { firstName: visa(), lastName: visa() } }),
    payAs(maxpay, visa(), { card: { firstName: visa(), lastName: visa() } }),
    payAs(adyen, visa(), { body: { email: `${visa()}@example.com`, city: visa(), descriptor: visa() } }),
    payAs(adyen, visa(), { body: { domain: visa(), paySource: visa(), payment_company: visa() } }),
    payAs(adyen, visa(), { body: { userAgent: visa(), language: visa() } }),
    payAs(adyen, visa(), { body: { condizioni: `${visa()} ${SECURITY_CODE}` } }),
    payAs(adyen, visa(), { body: { rateplan: visa() } }),
  ];
}

/** In the clear, by mistake, in every call that has to do with money. */
export function notSealed({ adyen, trustpay, maxpay }: Senders): Promise<TestResponse>[] {
  const at = (path: string, body: Fields, { post, clickid } = adyen) => post(path, { clickid, ...body });
  const credits = { rateplan: 'credits-100' };
  return [
    at('/pay/orders/tryCharge', { card: onTheWire(amex()) }),
    at('/pay/orders/tryCharge', { card: JSON.stringify(onTheWire(amex())) }),
    at('/pay/orders/tryCharge', { card: visa() }),
    at('/pay/orders/tryCharge', { ...onTheWire(amex()), cvv: SECURITY_CODE }),
    at('/pay/orders/googlePay/paymentData', { request: {}, card: onTheWire(amex()) }),
    at('/pay/orders/createToken', { rateplan: visa() }),
    at('/pay/orders/createToken', { ...credits, clickid: visa() }),
    at('/pay/orders/createToken', { rinnovo: visa() }),
    at('/pay/orders/quote', { rateplan: visa() }),
    at('/pay/payment/api/importOrder', { ...credits, ...onTheWire(amex()) }),
    at('/pay/payment/api/importUpsell', { orderId: visa(), rateplan: visa() }),
    at('/pay/payment/api/cancelOrder', { orderId: visa() }),
    at('/pay/orders/client/paypal/orderOk', { id: visa(), email: `${visa()}@example.com` }),
    at('/pay/orders/client/paypal/orderOk', { ...credits, ...onTheWire(amex()) }),
    at('/pay/orders/adyen/checkTransactionStatus', { redirectResult: visa() }),
    at('/pay/orders/trustpay/checkTransactionStatus', { InstanceId: visa() }, trustpay),
    at('/pay/orders/maxpay/checkTransactionStatus', { reference: visa() }, maxpay),
    at('/pay/validate-merchant', { validationURL: `https://${visa()}.example/${visa()}` }),
  ];
}

/** As what a wallet hands over. */
export function asWallets({ adyen }: Senders): Promise<TestResponse>[] {
  const google = (token: unknown) =>
    payByWallet(adyen, '/pay/orders/googlePay/paymentData', {
      paymentMethodData: { tokenizationData: { token } },
    });
  const apple = (paymentData: unknown) =>
    payByWallet(adyen, '/pay/orders/applePay/paymentData', { token: { paymentData } });
  const wired = () => onTheWire(amex());
  return [
    google(visa()),
    google(wired()),
    google(JSON.stringify(wired())),
    apple(visa()),
    apple(wired()),
    payByWallet(adyen, '/pay/orders/googlePay/paymentData', { card: wired() }),
  ];
}

/** In unreadable bodies, in addresses, and in what providers send. */
export function inBrokenRequests({ adyen: { post, get, clickid } }: Senders): Promise<TestResponse>[] {
  const json = JSON.stringify({ clickid, card: onTheWire(amex()) });
  const form = new URLSearchParams({ ...onTheWire(amex()), cardNumber: visa() }).toString();
  const paths = ['/pay/orders/tryCharge', '/api/log/client', '/pay/orders/createToken', '/pay/nowhere'];
  const pages = ['/purchase/pay', '/ko', '/adyen/paymentCheck', '/boot.json', '/%'];
  return [
    ...paths.flatMap((path) => [
      post(path, json.slice(0, -4)),
      post(path, form, 'application/x-www-form-urlencoded'),
      post(path, json, 'text/plain'),
      post(path, `--x\r\n\r\n${json}\r\n--x--`, 'multipart/form-data; boundary=x'),
      post(path, `${json}${' '.repeat(300_000)}`),
      post(path, Buffer.concat([Buffer.from(json), Buffer.from([0xff, 0xfe])])),
      get(`${path}?${form}`),
    ]),
    ...pages.map((path) => get(`${path}?cardNumber=${visa()}&errorMsg=${visa()}&tid=${visa()}`)),
    get(`/pay/orders/${clickid}/${visa()}`),
    get(`/${visa()}/${visa()}`),
    get(`/pay/return/maxpay?MD=${visa()}`),
    post('/pay/return/maxpay', `MD=${visa()}`, 'application/x-www-form-urlencoded'),
    ...['adyen', 'trustpay', 'maxpay', 'paypal'].map((name) => post(`/pay/webhooks/${name}`, json)),
    post('/pay/webhooks/adyen', adyenWebhook(visa())),
  ];
}

/** In what a browser reports of its own faults. */
export function inReports({ adyen: { post } }: Senders): Promise<TestResponse>[] {
  const number = visa();
  const shapes = ['', ' ', '-', '.', '%20', '\u00a0'].map((between) =>
    number.replaceAll(/(.{4})(?=.)/g, `$1${between}`),
  );
  return [
    ...shapes.map((text) =>
      post('/api/log/client', {
        subject: `pay ${text}`,
        messaggio: `\\n${text}\\t`,
        errore: `card${text}x`,
        error: text,
        message: `{"cardNumber":"${text}"}`,
        source: `/p?n=${text}`,
        page: text,
      }),
    ),
    post('/api/log/client', { subject: 'pay', line: Number(number) }, 'application/json', {
      'user-agent': `Browser/1.0 ${number}`,
    }),
  ];
}
