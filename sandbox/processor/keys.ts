/** Fixed, since they open nothing: the same in every stand-in, so that a server finds one that runs elsewhere. */
export interface ProcessorKeys {
  adyen: { apiKey: string; merchantAccount: string; hmacKey: string };
  trustpay: { apiKey: string; signatureKey: string };
  maxpay: { publicKey: string; privateKey: string };
  paypal: { clientId: string; secret: string; webhookId: string };
}

export const processorKeys: ProcessorKeys = {
  adyen: {
    apiKey: 'sandbox-adyen-api-key',
    merchantAccount: 'SerenataSandbox',
    hmacKey: 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00',
  },
  trustpay: { apiKey: 'sandbox-trustpay-api-key', signatureKey: 'sandbox-trustpay-signature-key' },
  maxpay: { publicKey: 'pkTest_sandbox_maxpay', privateKey: 'skTest_sandbox_maxpay' },
  paypal: {
    clientId: 'sandbox-paypal-client',
    secret: 'sandbox-paypal-secret',
    webhookId: 'WH-SANDBOX-0001',
  },
};

/** What a forger would sign with. */
export const forgedKeys: ProcessorKeys = {
  adyen: { ...processorKeys.adyen, hmacKey: '00'.repeat(32) },
  trustpay: { ...processorKeys.trustpay, signatureKey: 'forged' },
  maxpay: { ...processorKeys.maxpay, privateKey: 'forged' },
  paypal: { ...processorKeys.paypal, secret: 'forged' },
};
