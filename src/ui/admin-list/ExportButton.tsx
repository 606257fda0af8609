import { useState } from 'react';
import { wallDay } from '#lib/day.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { SmallButton } from '../Button.tsx';
import { toast } from '../overlays/toast.ts';
import { collectRows } from './collect.ts';
import { type CsvColumn, toCsv } from './csv.ts';
import { downloadText } from './download.ts';
import type { TableModel } from './use-table.ts';

interface ExportButtonProps<Row> {
  table: TableModel<Row>;
  /** File name without its ending. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  keyOf: (row: Row) => string;
}

/** Saves every row of the present search and filter as CSV, not only the page on screen. */
export function ExportButton<Row>({ table, name, columns, keyOf }: ExportButtonProps<Row>) {
  const [share, setShare] = useState<number | null>(null);
  const save = async () => {
    const { q, filter, sort, desc, only } = table.state;
    setShare(0);
    try {
      const rows = await collectRows(
        table.load,
        { search: q, filter, sort, desc, only },
        keyOf,
        setShare,
      );
      downloadText(`${name}-${wallDay()}.csv`, toCsv(columns, rows), 'text/csv;charset=utf-8');
    } catch (error) {
      console.error(error);
      toast.error(ADMIN_TOASTS.exportFailed);
    }
    setShare(null);
  };
  return (
    <SmallButton busy={share !== null} onClick={save}>
      {share === null ? 'Export CSV' : `Exporting ${Math.round(share * 100)}%`}
    </SmallButton>
  );
}
