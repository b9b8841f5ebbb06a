import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toast.tsx';
import { explain } from '../api.ts';
import type { CsvValue } from './csv.ts';

interface ExportButtonProps<Row> {
  /** Of the list: the file is called by it. */
  name: string;
  columns: readonly { title: string; csv?: (row: Row) => CsvValue }[];
  readRows: () => Promise<readonly Row[]>;
}

/** Takes a list away as it is filtered, or the rows that are selected. */
export function ExportButton<Row>({ name, columns, readRows }: ExportButtonProps<Row>) {
  const { t, i18n } = useTranslation();
  const toast = useToast();
  const save = useMutation({
    mutationFn: async () => {
      const [{ saveFile, writeCsv }, rows] = await Promise.all([import('./csv.ts'), readRows()]);
      const day = new Date().toISOString().slice(0, 10);
      saveFile(`${name} ${day}.csv`, writeCsv(columns, rows));
      return rows.length;
    },
    onSuccess: (count) => toast({ kind: 'success', text: t('list.exported', { count }) }),
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
  });
  return (
    <Button
      size="sm"
      variant="ghost"
      loading={save.isPending}
      icon={<Download aria-hidden className="size-4" />}
      onClick={() => save.mutate()}
    >
      {t('list.export')}
    </Button>
  );
}
