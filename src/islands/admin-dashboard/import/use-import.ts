import { useState } from 'react';
import { toAppError } from '#data/app-error.ts';
import { decodeCsv } from '#domain/csv-read.ts';
import { messageFor } from '#domain/errors.ts';
import {
  IMPORT_TEXTS,
  type ImportFile,
  ImportFileError,
  type ImportKind,
  type ImportLine,
  type ImportRow,
  readImport,
} from '#domain/import.ts';
import { LIMITS } from '#domain/limits.ts';
import { ADMIN_TOASTS } from '#domain/toasts.ts';
import { toast } from '#ui/toast.ts';
import { useAttempt } from '#ui/use-attempt.ts';

export type SendImport = (rows: readonly ImportRow[], apply: boolean) => Promise<ImportLine[]>;

export interface ImportPlan {
  fileName: string;
  /** Of the file: what is wrong with it, and what is not looked at. */
  file: ImportFile;
  lines: ImportLine[];
  done: boolean;
}

async function readFile(kind: ImportKind, file: File): Promise<ImportFile> {
  if (file.size > LIMITS.importBytes) throw new ImportFileError(IMPORT_TEXTS.tooLarge);
  return readImport(kind, decodeCsv(new Uint8Array(await file.arrayBuffer())));
}

/** A file that is read, shown as what it would change, and imported by a press: all that is sent, or nothing. */
export function useImport(kind: ImportKind, send: SendImport, onDone: () => void) {
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, attempt } = useAttempt((error) => {
    if (error instanceof ImportFileError) return setProblem(error.message);
    console.error(error);
    setProblem(messageFor(toAppError(error).code, ADMIN_TOASTS.readFileFailed));
  });
  const importing = useAttempt((error) => {
    console.error(error);
    void toast.error(messageFor(toAppError(error).code, ADMIN_TOASTS.importFailed));
  });

  const choose = ([chosen]: File[]) =>
    void attempt(async () => {
      if (!chosen) return;
      setProblem(null);
      const file = await readFile(kind, chosen);
      const planned = file.rows.length > 0 ? await send(file.rows, false) : [];
      setPlan({ fileName: chosen.name, file, lines: [...file.refused, ...planned], done: false });
    });

  /** Imports the lines without errors. Lines about the same are judged anew: the other one may be left out. */
  const run = () =>
    importing.attempt(async () => {
      if (!plan) return;
      const bad = new Set(plan.lines.filter((line) => !line.action).map(({ line }) => line));
      const rows = plan.file.rows.filter(({ line }) => !bad.has(line));
      const answer = await send(rows, true);
      const refused = plan.lines.filter(({ action }) => !action);
      const done = answer.every(({ action }) => action);
      setPlan({ ...plan, lines: [...refused, ...answer], done });
      if (!done) return;
      void toast.success(ADMIN_TOASTS.imported);
      onDone();
    });

  return { plan, problem, busy, importing: importing.busy, choose, run };
}
