/** Questions at the terminal. Without a terminal the answers are lines of standard input. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { refused } from '#src/cli/exit-codes.ts';
import { interrupted } from '#src/cli/interruption.ts';

export interface Questions {
  plain(question: string): Promise<string>;
  /** Typed characters are not shown. */
  secret(question: string): Promise<string>;
  close(): void;
}

export function openQuestions(): Questions {
  const { stdin: input, stderr } = process;
  const isTerminal = input.isTTY;
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input, output, terminal: isTerminal });
  const waiting: string[] = [];
  let answer: ((line: string | null) => void) | null = null;
  let isOver = false;
  lines.on('line', (line) => {
    if (answer === null) waiting.push(line);
    else answer(line);
    answer = null;
  });
  const end = () => {
    isOver = true;
    answer?.(null);
    answer = null;
  };
  lines.on('close', end);
  // A terminal in raw mode passes Ctrl-C on as a key.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  interrupted.addEventListener('abort', () => lines.close(), { once: true });

  const ask = async (question: string, secret: boolean): Promise<string> => {
    if (isTerminal) stderr.write(question);
    isHidden = secret;
    const line = waiting.shift() ?? (isOver ? null : await new Promise<string | null>((given) => (answer = given)));
    isHidden = false;
    if (isTerminal && secret) stderr.write('\n');
    interrupted.throwIfAborted();
    if (line === null || line.trim() === '') throw refused(`${question.replace(/: $/, '')}: there was no answer.`);
    return line.trim();
  };
  return {
    plain: (question) => ask(question, false),
    secret: (question) => ask(question, true),
    close: () => lines.close(),
  };
}
