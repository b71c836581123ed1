/**
 * Machine code of a hijacked parser: a static ELF program for x86-64 that makes a list of system calls and prints the
 * answers of the kernel. It is written byte by byte, because the host need not have a compiler. See
 * https://refspecs.linuxfoundation.org/elf/elf.pdf, and `man 2 syscall` for the calling convention.
 */
import type { Reachable } from './escaping-child.ts';

/** A number, or bytes in memory, which are passed by their address. */
type Argument = number | bigint | Uint8Array;

interface Call {
  /** The number of the call on x86-64. */
  readonly number: number;
  readonly args: readonly Argument[];
  /** A process that the call starts does nothing more. */
  readonly forks?: true;
}

export interface NativeAttempt {
  readonly name: string;
  /** No isolation may allow `reach`. Only a filter of system calls rejects `surface`. `processes` are counted. */
  readonly kind: 'reach' | 'surface' | 'processes';
  /** The call in question, with the calls before it and those that undo it. */
  readonly calls: readonly Call[];
  readonly asked: number;
}

export interface NativeFindings {
  /** `allowed` or the error number of the kernel, by the name of the attempt. */
  readonly reach: Readonly<Record<string, string>>;
  readonly surface: Readonly<Record<string, string>>;
  /** The number of started processes. */
  readonly processes: number;
}

const LOADED_AT = 0x40_0000;
const HEADERS_BYTES = 64 + 56;
const ROW_BYTES = 64;
const END_OF_ROWS = 0xffff_ffff_ffff_ffffn;

export interface NativeProgram {
  readonly bytes: Uint8Array;
  findings(attempts: readonly NativeAttempt[], printed: Buffer): NativeFindings;
}

/** Returns null if this machine runs no code for x86-64. */
export function nativeProgram(calls: readonly Call[]): NativeProgram | null {
  if (process.arch !== 'x64' || process.platform !== 'linux') return null;
  const table = LOADED_AT + HEADERS_BYTES + machineCode(0, 0).length;
  const code = machineCode(table, calls.length * ROW_BYTES);
  const memory = rowsAndMemory(table, calls);
  const bytes = Buffer.concat([elfHeaders(code.length + memory.length), code, memory]);
  return { bytes, findings: (attempts, printed) => findingsOf(attempts, printed) };
}

/**
 * Rows of eight words: the number of the call, its six arguments, and a word that says whether it forks and later holds
 * the answer. The loop loads the registers from a row, calls the kernel and stores the answer. The number -1 ends the
 * loop, and all rows are written to the standard output.
 */
function machineCode(table: number, sizeBytes: number): Buffer {
  return Buffer.concat([
    hex('48bb'),
    word(table), //   mov rbx, table
    hex('488b03'), //              next: mov rax, [rbx]
    hex('4883f8ff'), //            cmp rax, -1
    hex('7439'), //                je done
    hex('488b7b08 488b7310 488b5318 4c8b5320 4c8b4328 4c8b4b30'), // mov rdi, rsi, rdx, r10, r8, r9
    hex('0f05'), //                syscall
    hex('4885c0 7510'), //         test rax, rax; jnz store
    hex('48837b3800 7409'), //     cmp qword [rbx+56], 0; je store
    hex('b822000000 0f05 ebf7'), // pause: mov eax, 34; syscall; jmp pause
    hex('48894338'), //            store: mov [rbx+56], rax
    hex('4883c340'), //            add rbx, 64
    hex('ebbe'), //                jmp next
    hex('b801000000 bf01000000 48be'),
    word(table), // done: mov eax, 1 (write); mov edi, 1; mov rsi, table
    hex('ba'),
    half(sizeBytes), // mov edx, the size of the table
    hex('0f05'), //                syscall
    hex('b8e7000000 31ff 0f05'), // mov eax, 231 (exit_group); xor edi, edi; syscall
  ]);
}

function rowsAndMemory(table: number, calls: readonly Call[]): Buffer {
  const end = table + (calls.length + 1) * ROW_BYTES;
  const memory: Buffer[] = [];
  let used = 0;
  const valueOf = (argument: Argument): bigint => {
    if (!(argument instanceof Uint8Array)) return BigInt.asUintN(64, BigInt(argument));
    const address = end + used;
    const padded = Buffer.alloc(Math.ceil((argument.length + 1) / 8) * 8);
    padded.set(argument);
    memory.push(padded);
    used += padded.length;
    return BigInt(address);
  };
  const rows = calls.map(({ number, args, forks }) => {
    const values = Array.from({ length: 6 }, (_, index) => valueOf(args[index] ?? 0));
    return Buffer.concat([BigInt(number), ...values, forks ? 1n : 0n].map(word));
  });
  const last = Buffer.alloc(ROW_BYTES);
  last.writeBigUInt64LE(END_OF_ROWS);
  return Buffer.concat([...rows, last, ...memory]);
}

/** One segment that can be read, written and executed. */
function elfHeaders(bodyBytes: number): Buffer {
  const file = Buffer.alloc(64);
  file.write('\x7fELF\x02\x01\x01', 'latin1');
  file.writeUInt16LE(2, 16); // an executable
  file.writeUInt16LE(62, 18); // of x86-64
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(BigInt(LOADED_AT + HEADERS_BYTES), 24); // where it begins
  file.writeBigUInt64LE(64n, 32); // where the program headers are
  file.writeUInt16LE(64, 52);
  file.writeUInt16LE(56, 54);
  file.writeUInt16LE(1, 56);
  const segment = Buffer.alloc(56);
  segment.writeUInt32LE(1, 0); // is loaded
  segment.writeUInt32LE(7, 4);
  segment.writeBigUInt64LE(BigInt(LOADED_AT), 16);
  segment.writeBigUInt64LE(BigInt(LOADED_AT), 24);
  for (const at of [32, 40]) segment.writeBigUInt64LE(BigInt(HEADERS_BYTES + bodyBytes), at);
  segment.writeBigUInt64LE(0x1000n, 48);
  return Buffer.concat([file, segment]);
}

function findingsOf(attempts: readonly NativeAttempt[], printed: Buffer): NativeFindings {
  const expected = attempts.reduce((sum, { calls }) => sum + calls.length, 0) * ROW_BYTES;
  if (printed.length !== expected) throw new Error(`It has printed ${printed.length} of ${expected} bytes.`);
  let row = 0;
  const answered = attempts.map((attempt) => {
    const answer = Number(printed.readBigInt64LE((row + attempt.asked) * ROW_BYTES + 56));
    row += attempt.calls.length;
    return { ...attempt, answer };
  });
  const of = (wanted: NativeAttempt['kind']) =>
    Object.fromEntries(
      answered
        .filter(({ kind }) => kind === wanted)
        .map(({ name, answer }) => [name, answer >= 0 ? 'allowed' : (ERRORS[-answer] ?? `error ${-answer}`)]),
    );
  const processes = answered.filter(({ kind, answer }) => kind === 'processes' && answer > 0).length;
  return { reach: of('reach'), surface: of('surface'), processes };
}

/** The error numbers of Linux (`man 3 errno`). */
const ERRORS: Readonly<Record<number, string>> = {
  1: 'EPERM',
  2: 'ENOENT',
  3: 'ESRCH',
  9: 'EBADF',
  12: 'ENOMEM',
  13: 'EACCES',
  22: 'EINVAL',
  24: 'EMFILE',
  27: 'EFBIG',
  30: 'EROFS',
  38: 'ENOSYS',
  97: 'EAFNOSUPPORT',
  101: 'ENETUNREACH',
  111: 'ECONNREFUSED',
};

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const half = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const word = (value: number | bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const text = (value: string) => Buffer.from(value);

const call = (number: number, ...args: Argument[]): Call => ({ number, args });
const close = (descriptor: number) => call(3, descriptor);

/** An attempt starts with its own call. `before` and `after` surround it. */
const attempt =
  (kind: NativeAttempt['kind']) =>
  (name: string, asked: Call, before: readonly Call[] = [], after: readonly Call[] = []): NativeAttempt => {
    return { name, kind, calls: [...before, asked, ...after], asked: before.length };
  };

const AF_UNIX = 1;
const AF_INET = 2;
const STREAM = 1;
const DATAGRAM = 2;
const GIB = 1024 ** 3;
/** The lowest free descriptor after `CLOSED`, which the next open file gets. */
const NEXT = 3;
/** Closes the descriptors beyond the standard ones, so that the next one is known. */
const CLOSED = [close(3), close(4)];
/** A signal would end the program instead of giving an answer, for example for a file that is too large. */
const ALL_SIGNALS_BLOCKED = call(14, 0, Buffer.alloc(8, 0xff), 0, 8);
const SIGCHLD = 17;

function inetAddress(port: number): Buffer {
  const address = Buffer.alloc(16);
  address.writeUInt16LE(AF_INET, 0);
  address.writeUInt16BE(port, 2);
  address.set([127, 0, 0, 1], 4);
  return address;
}

function unixAddress(path: string): Buffer {
  const family = Buffer.alloc(2);
  family.writeUInt16LE(AF_UNIX);
  return Buffer.concat([family, Buffer.from(path), ...(path.startsWith('\0') ? [] : [Buffer.alloc(1)])]);
}

/** Two of `struct iovec`, for this process and the other one: eight bytes at the start of its program. */
const VECTOR = Buffer.concat([word(LOADED_AT), word(8)]);
const UNLIMITED = Buffer.alloc(16, 0xff);
const READ_WRITE = 3;

/** The attempts of native code on the targets. */
export function nativeAttempts(prey: Omit<Reachable, 'processes'>, processes: number): NativeAttempt[] {
  const reach = attempt('reach');
  const surface = attempt('surface');
  const { port, unixSocket, secretFile, pid, code } = prey;
  const [inet, unix, abstract] = [inetAddress(port), unixAddress(unixSocket), unixAddress(`\0${unixSocket}`)];
  const socket = (family: number, type: number) => call(41, family, type, 0);
  const connect = (address: Buffer) => call(42, NEXT, address, address.length);
  const open = (path: string, flags = 0) => call(2, text(path), flags, 0o600);
  const map = (flags: number) => call(9, 0, 4 * GIB, READ_WRITE, flags, -1, 0);
  const opening = (name: string, path: string, flags = 0, after: readonly Call[] = []) =>
    reach(name, open(path, flags), [], [close(NEXT), ...after]);
  const creating = (folder: string) => {
    const path = `${folder}/written-by-native-code`;
    return opening(`a file in ${folder}`, path, 0o102, [call(87, text(path))]);
  };
  return [
    reach('TCP', connect(inet), [ALL_SIGNALS_BLOCKED, ...CLOSED, socket(AF_INET, STREAM)], [close(NEXT)]),
    reach('UDP', call(44, NEXT, text('x'), 1, 0, inet, inet.length), [socket(AF_INET, DATAGRAM)], [close(NEXT)]),
    reach('a Unix socket', connect(unix), [socket(AF_UNIX, STREAM)], [close(NEXT)]),
    reach('an abstract Unix socket', connect(abstract), [socket(AF_UNIX, STREAM)], [close(NEXT)]),
    opening('a file of its worker', secretFile),
    opening('/etc/passwd', '/etc/passwd'),
    opening("the worker's environment", `/proc/${pid}/environ`),
    opening('the environment of process 1', '/proc/1/environ'),
    opening("the worker's memory", `/proc/${pid}/mem`, 2),
    opening('writing the code', code, 2),
    ...['/tmp', '/dev/shm', ''].map(creating),
    reach('a signal to its worker', call(62, pid, 0)),
    reach('ptrace of its worker', call(101, 0x4206, pid, 0, 0), [], [call(101, 17, pid, 0, 0)]),
    reach("reading its worker's memory", call(310, pid, VECTOR, 1, VECTOR, 1, 0)),
    reach('a handle of its worker', call(434, pid, 0), [], [close(NEXT)]),
    reach('more memory than its limit', call(302, 0, 2, UNLIMITED, 0)),
    reach('processor time before others', call(141, 0, 0, -20)),
    reach('4 GiB of memory', map(0x22)),
    surface('4 GiB of shared memory', map(0x21)),
    surface('4 GiB of memory that grows as a stack does', map(0x122)),
    reach('4 GiB in a file without a name', call(77, NEXT, 4 * GIB), [call(319, text('x'), 0)], [close(NEXT)]),
    surface('a socket of TCP', socket(AF_INET, STREAM), [], [close(NEXT)]),
    surface('a Unix socket', socket(AF_UNIX, STREAM), [], [close(NEXT)]),
    surface('a socket of the routing tables', socket(16, 3), [], [close(NEXT)]),
    surface('a socket of virtual machines', socket(40, STREAM), [], [close(NEXT)]),
    surface('a pair of sockets', call(53, AF_UNIX, STREAM, 0, Buffer.alloc(8)), [], [close(NEXT), close(NEXT + 1)]),
    surface('a socket by the numbers of x32', call(0x4000_0029, AF_INET, STREAM, 0), [], [close(NEXT)]),
    surface('a shared segment', call(29, 0, 4096, 0o1600)),
    surface('a queue of messages', call(68, 0, 0o1600)),
    surface('io_uring', call(425, 8, Buffer.alloc(120)), [], [close(NEXT)]),
    surface('a namespace of users', call(272, 0x1000_0000)),
    surface('the personality of a process', call(135, 0xffff_ffff)),
    surface('a key ring', call(250, 0, -3, 1)),
    surface('page faults of its own', call(323, 1), [], [close(NEXT)]),
    ...Array.from({ length: processes }, (_, index) =>
      // `fork` and `clone` alternate, so that a filter for only one of them is found.
      attempt('processes')(`process ${index + 1}`, {
        ...(index % 2 === 0 ? call(57) : call(56, SIGCHLD)),
        forks: true,
      }),
    ),
  ];
}
