/** Native tools, each over all files in one shell, whose `times` tells the CPU time of its children. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from './measure.ts';

export interface Tool {
  readonly name: string;
  readonly program: string;
  /** A shell command on "$in" and "$out". */
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

/** CPU time in milliseconds; null when the tool is not installed. */
export function measureTool({ program, command }: Tool, documents: readonly Document[]): number | null {
  if (spawnSync('bash', ['-c', `command -v ${program}`]).status !== 0) return null;
  const scratch = mkdtempSync(join(tmpdir(), 'fixpoint-bench-'));
  const script = `out=${join(scratch, 'out.pdf')}; while IFS= read -r in; do ${command} </dev/null >/dev/null 2>&1; done; times`;
  const input = `${documents.map(({ path }) => path).join('\n')}\n`;
  const { stdout } = spawnSync('bash', ['-c', script], { input, encoding: 'utf8', timeout: 600_000 });
  rmSync(scratch, { recursive: true, force: true });
  const [, children = ''] = stdout.trim().split('\n');
  return children.split(' ').reduce((sum, time) => sum + toMs(time), 0);
}

/** `1m2.345s` */
function toMs(time: string): number {
  const [, minutes = '0', seconds = '0'] = /(\d+)m([\d.]+)s/.exec(time) ?? [];
  return (Number(minutes) * 60 + Number(seconds)) * 1000;
}
