/** Runs native tools, each over all files in one shell, whose `times` reports the CPU time of its children. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from './measure.ts';

export interface Tool {
  readonly name: string;
  readonly program: string;
  /** A shell command with "$in" and "$out". */
  readonly command: string;
}

export const TOOLS: readonly Tool[] = [
  {
    name: 'qpdf linearize, level 6',
    program: 'qpdf',
    command: 'qpdf --linearize --object-streams=generate --recompress-flate --compression-level=6 "$in" "$out"',
  },
  { name: 'mutool clean -gggz', program: 'mutool', command: 'mutool clean -gggz "$in" "$out"' },
  {
    name: 'Ghostscript pdfwrite',
    program: 'gs',
    command: 'gs -q -dNOPAUSE -dBATCH -dSAFER -sDEVICE=pdfwrite -sOutputFile="$out" "$in"',
  },
  { name: 'pdfcpu optimize', program: 'pdfcpu', command: 'pdfcpu optimize -q "$in" "$out"' },
];

export interface ToolFigures {
  readonly cpuMs: number;
  /** The size of each output in bytes; 0 if there is none. */
  readonly sizes: readonly number[];
}

/** Returns null if the tool is not installed. */
export function measureTool({ program, command }: Tool, documents: readonly Document[]): ToolFigures | null {
  if (spawnSync('bash', ['-c', `command -v ${program}`]).status !== 0) return null;
  const scratch = mkdtempSync(join(tmpdir(), 'fixpoint-bench-'));
  const output = (index: number): string => join(scratch, `${index}.pdf`);
  const loop = `while IFS= read -r in; do out="${scratch}/$((n++)).pdf"; ${command} </dev/null >/dev/null 2>&1; done`;
  const input = `${documents.map(({ path }) => path).join('\n')}\n`;
  const { stdout } = spawnSync('bash', ['-c', `n=0; ${loop}; times`], { input, encoding: 'utf8', timeout: 600_000 });
  const sizes = documents.map((_, index) => statSync(output(index), { throwIfNoEntry: false })?.size ?? 0);
  rmSync(scratch, { recursive: true, force: true });
  const [, children = ''] = stdout.trim().split('\n');
  return { cpuMs: children.split(' ').reduce((sum, time) => sum + toMs(time), 0), sizes };
}

/** `1m2.345s` */
function toMs(time: string): number {
  const [, minutes = '0', seconds = '0'] = /(\d+)m([\d.]+)s/.exec(time) ?? [];
  return (Number(minutes) * 60 + Number(seconds)) * 1000;
}
