import { useState } from 'react';
import { toAppError } from '#data/app-error.ts';
import { whyNot } from '#data/why-not-saved.ts';
import { bytesOf, FileProblem } from '#features/pictures/chosen/source-file.ts';
import { messageFor } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { again } from '#ui/again.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';
import {
  IMPORT_TEXTS,
  type ImportFile,
  ImportFileError,
  type ImportKind,
  readImport,
} from '../import.ts';
import {
  cellOf,
  type ImportDoubts,
  type ImportLine,
  type ImportRow,
  rowChanges,
} from '../import-line.ts';
import { decodeCsv } from './csv-decode.ts';

export type SendImport = (rows: readonly ImportRow[], apply: boolean) => Promise<ImportLine[]>;

export interface ImportPlan {
  fileName: string;
  /** Of the file: what is wrong with it, and what is not looked at. */
  file: ImportFile;
  /** What an admin should know of how it was read. */
  encoding: string | null;
  lines: ImportLine[];
  doubts: ImportDoubts;
  done: boolean;
}

async function readFile(kind: ImportKind, file: File) {
  if (file.size > LIMITS.importBytes) throw new ImportFileError(IMPORT_TEXTS.tooLarge);
  const { text, encoding, mixed } = decodeCsv(await bytesOf(file));
  const isOld = encoding !== 'UTF-8' && encoding !== 'UTF-16';
  const told = mixed ? IMPORT_TEXTS.mixedBytes(encoding) : IMPORT_TEXTS.readAs(encoding);
  const { readCsv } = await again(() => import('./csv-read.ts'));
  return { file: readImport(kind, readCsv(text)), encoding: isOld ? told : null };
}

/** The lines of the answer: what is wrong with the cell that it names; of new ones what they will hold, as the server only compares. */
const withValues = (planned: readonly ImportLine[], rows: readonly ImportRow[]): ImportLine[] => {
  const known = new Map(rows.map((row) => [row.line, row]));
  return planned.map((line) => {
    const row = known.get(line.line);
    const errors = line.errors.map((error) => {
      const cell = cellOf(row, error.field);
      return cell === null ? error : { ...error, message: `“${cell}”: ${error.message}` };
    });
    const changes = line.action === 'create' && row ? rowChanges(row, line.notes) : line.changes;
    return { ...line, errors, changes };
  });
};

/** A file with what the server leaves out of its lines as well. */
function withNotes(file: ImportFile, planned: readonly ImportLine[]): ImportFile {
  const rows = new Map(file.rows.map((row) => [row.line, row]));
  const notes = new Map(file.notes);
  for (const { line, notes: said } of planned) {
    const left = said.flatMap(({ field, message }) => {
      const cell = cellOf(rows.get(line), field);
      return field === null || cell === null ? [] : [{ field, cell, message }];
    });
    if (left.length > 0) notes.set(line, [...(notes.get(line) ?? []), ...left]);
  }
  return { ...file, notes };
}

/** Why the server does not take the file: a sentence of ours, or its own words. */
function refusal(error: unknown): string {
  const { code, status, message } = toAppError(error);
  const said = status > 0 ? ADMIN_TOASTS.importRefused(message || String(status)) : null;
  return messageFor(code, said ?? ADMIN_TOASTS.importUnanswered);
}

/** A file that is read, shown as what it would change, and imported by a press. */
export function useImport(kind: ImportKind, send: SendImport, onDone: () => void) {
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, attempt } = useAttempt((error) => {
    if (error instanceof ImportFileError || error instanceof FileProblem)
      return setProblem(error.message);
    console.error(error);
    setProblem(refusal(error));
  });

  const choose = ([chosen]: File[]) =>
    void attempt(async () => {
      if (!chosen) return;
      setProblem(null);
      const { file, encoding } = await readFile(kind, chosen);
      const planned = file.rows.length > 0 ? await send(file.rows, false) : [];
      const lines = [...file.refused, ...withValues(planned, file.rows)];
      setPlan({
        fileName: chosen.name,
        file: withNotes(file, planned),
        encoding,
        lines,
        doubts: kind.doubts?.(lines, file.rows) ?? new Map(),
        done: false,
      });
    });

  /** Imports the lines without errors, but these. Lines about the same are judged anew: the other one may be left out. */
  const importing = useAction(async (leftOut: ReadonlySet<number>) => {
    if (!plan) return;
    const refused = plan.lines.filter(({ action }) => !action);
    const bad = new Set([...refused.map(({ line }) => line), ...leftOut]);
    const rows = plan.file.rows.filter(({ line }) => !bad.has(line));
    const answer = await send(rows, true);
    const done = answer.every(({ action }) => action);
    const rest = plan.lines.filter(({ line }) => leftOut.has(line) && !done);
    setPlan({ ...plan, lines: [...refused, ...rest, ...withValues(answer, rows)], done });
    if (!done) return;
    void toast.success(ADMIN_TOASTS.imported);
    onDone();
  }, whyNot(ADMIN_TOASTS.importFailed));

  return { plan, problem, busy, importing: importing.busy, choose, run: importing.run };
}
