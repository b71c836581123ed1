/** Tests the command line on a terminal, which is a pseudo-terminal of Python if that is installed. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { helloPage } from '#test/support/builders/pdf.ts';
import { CLI, type Desk, newDesk } from '#test/support/cli.ts';
import { requires } from '#test/support/requires.ts';

/** Runs a command on a terminal with 60 columns, types the keys from the environment, and prints the screen. */
const TERMINAL = `
import fcntl, os, pty, struct, sys, termios, time
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
answers = [pair.split("=", 1) for pair in os.environ.get("ANSWERS", "").split("\\n") if pair]
shown = b""
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:
        break
    if not part:
        break
    shown += part
    while answers and answers[0][0].encode() in shown:
        os.write(terminal, answers.pop(0)[1].encode().decode("unicode_escape").encode())
sys.stdout.buffer.write(shown)
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status) & 255)
`;

const hasTerminal =
  process.platform !== 'win32' &&
  spawnSync('python3', ['-c', 'import pty, os; os.waitstatus_to_exitcode']).status === 0;

describe('on a terminal', { timeout: 120_000, ...requires('Python 3.9', hasTerminal) }, () => {
  let desk: Desk;
  beforeAll(() => {
    desk = newDesk();
    desk.put('terminal.py', TERMINAL);
    desk.put('in.pdf', helloPage('Seen'));
  });
  afterAll(() => desk.remove());

  function onTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const command = ['terminal.py', process.execPath, CLI, ...args];
    const surroundings = {
      PATH: process.env['PATH'],
      TERM: 'xterm',
      HOME: desk.folder,
      XDG_CONFIG_HOME: join(desk.folder, 'config'),
    };
    const { status, stdout } = spawnSync('python3', command, {
      cwd: desk.folder,
      encoding: 'utf8',
      env: { ...surroundings, ...env },
    });
    return { status, shown: stdout };
  }

  test('a hundred files are counted, n of N, in one line, and summed up at the end', () => {
    const names = Array.from({ length: 100 }, (_, index) => `file-${String(index).padStart(3, '0')}.pdf`);
    for (const name of names) desk.put(name, helloPage('The same'));
    const { status, shown } = onTerminal(['normalize', ...names, '-o', 'out']);
    expect(status).toBe(0);
    const drawn = shown.split('\r\u001b[2K');
    for (const count of [0, 1, 50, 99, 100]) expect(drawn.some((line) => line.startsWith(`${count}/100  `))).toBe(true);
    expect(drawn.at(-1)).toBe('100 files: 100 normalized.\r\n');
    expect(shown.match(/SUCCESS {2}file-\d{3}\.pdf/g)).toHaveLength(100);
  });

  test('the counter keeps to its line, however long a name is', () => {
    const long = `${'long-'.repeat(40)}.pdf`;
    writeFileSync(join(desk.folder, long), helloPage('Long'));
    const { shown } = onTerminal(['normalize', long, 'in.pdf', '-o', 'out-long']);
    const counters = shown.split('\r\u001b[2K').filter((line) => /^\d\/2 /.test(line));
    expect(counters.every((line) => [...line].length < 60)).toBe(true);
    expect(counters.some((line) => line.endsWith('…'))).toBe(true);
  });

  test('one file is not counted, and a terminal without commands gets none', () => {
    expect(onTerminal(['normalize', 'in.pdf', '-o', 'one.pdf']).shown).toBe('SUCCESS  in.pdf\r\n');
    const { shown } = onTerminal(['normalize', 'in.pdf', '/dev/null', '-o', 'dumb'], { TERM: 'dumb' });
    expect(shown).not.toContain('\u001b');
  });

  test('a PDF is not written to it, and none is read from it', () => {
    expect(onTerminal(['normalize', 'in.pdf', '-o', '-'])).toMatchObject({
      status: 2,
      shown: expect.stringContaining('cannot be shown in a terminal'),
    });
    expect(onTerminal(['hash', '-'])).toMatchObject({
      status: 2,
      shown: expect.stringContaining('is a terminal: pipe a PDF'),
    });
  });

  test('the passport has colours, unless they are not wanted', () => {
    expect(onTerminal(['inspect', 'in.pdf']).shown).toContain('\u001b[32m✔ Normalized\u001b[0m');
    expect(onTerminal(['inspect', 'in.pdf'], { NO_COLOR: '1' }).shown).not.toContain('\u001b');
  });

  test('Ctrl-C ends the work with 130', () => {
    const names = Array.from({ length: 60 }, () => 'in.pdf');
    const { status, shown } = onTerminal(['normalize', ...names, '-o', 'stopped'], { ANSWERS: '2/60=\\x03' });
    expect(status).toBe(130);
    expect(shown).not.toContain('60/60');
    expect(shown).not.toMatch(/^ {4}at /m);
  });

  test('Ctrl-C at a question is no answer', () => {
    const ended = onTerminal(['login', '--url', 'http://127.0.0.1:1'], { ANSWERS: 'E-mail address:=\\x03' });
    expect(ended).toMatchObject({ status: 130 });
  });

  test('what is typed as a secret is not shown', () => {
    const answers = 'E-mail address:=ada@example.com\\r\nPassword:=correct horse\\r';
    const { status, shown } = onTerminal(['login', '--url', 'http://127.0.0.1:9'], { ANSWERS: answers });
    expect(status).toBe(8);
    expect(shown).toContain('ada@example.com');
    expect(shown).not.toContain('correct horse');
  });
});
