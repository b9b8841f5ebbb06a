import { expect } from '@playwright/test';
import { listMails } from '#contract/staff/staff.ts';
import { askApi } from './ask-api.ts';
import { printedMail } from './printed-mail.ts';
import { ownerToken } from './staff.ts';

/** Waits for a mail to this address and gives its text, with its link as it is made when a mail is sent. */
export async function mailTo(address: string, template: string): Promise<string> {
  const token = ownerToken();
  const find = async () => {
    const { mails } = await askApi(listMails, {}, { token });
    return mails.find((mail) => mail.to === address && mail.template === template);
  };
  await expect.poll(async () => (await find())?.status, { timeout: 15_000 }).toBe('kept');
  return printedMail((await find())?.id ?? '');
}

/** The link in the newest mail of a kind to this address: its path and query. */
export async function linkInMail(address: string, template: string): Promise<string> {
  const text = await mailTo(address, template);
  const link = /https?:\/\/[^\s/]+(\/\w+\?token=[^\s)]+)/.exec(text)?.[1];
  if (!link) throw new Error(`there is no link in the mail ${template} to ${address}`);
  return link;
}
