import { useMutation } from '@tanstack/react-query';
import { type OwnPayment, readDocument } from '../../../../../contract/billing/member-billing.ts';
import { saveFile } from '../../../lib/files.ts';
import { call } from '../../../shell/api.ts';
import { useShell } from '../../../shell/boot.ts';
import { useMember } from '../../../shell/session.ts';

export type Receipt = OwnPayment['documents'][number];

/** Hands a receipt to the browser's downloads. */
export function useReceipt() {
  const { trackerId } = useMember();
  const { brand } = useShell();
  return useMutation({
    mutationFn: async ({ id, number }: Receipt) => {
      const file = await call(readDocument, { trackerId, id });
      saveFile(file, `${brand.key}-${number.replaceAll(/[^\w-]+/g, '-')}.pdf`);
    },
  });
}
