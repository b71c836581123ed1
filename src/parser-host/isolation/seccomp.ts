/**
 * Makes a filter for system calls (seccomp-BPF, `man 2 seccomp`) for the current machine. A parser uses its pipes and
 * starts threads. It needs no sockets, other processes or namespaces, and most exploits of the kernel used those calls.
 */

/** The numbers of one call on x86-64 and on arm64; null if an architecture lacks the call. */
type CallNumbers = readonly [x64: number | null, arm64: number | null];

const REFUSED: Readonly<Record<string, CallNumbers>> = {
  socket: [41, 198],
  socketpair: [53, 199],
  bind: [49, 200],
  listen: [50, 201],
  accept: [43, 202],
  accept4: [288, 242],
  connect: [42, 203],
  fork: [57, null],
  vfork: [58, null],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_send_signal: [424, 424],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_by_handle_at: [304, 265],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  kexec_load: [246, 104],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  personality: [135, 92],
  shmget: [29, 194],
  msgget: [68, 186],
  semget: [64, 190],
  mq_open: [240, 180],
};

/** The call makes threads and processes. */
const CLONE: CallNumbers = [56, 220];
/** Its flags are in memory, which a filter cannot read. The C library uses `clone` if this call is missing. */
const CLONE3: CallNumbers = [435, 435];
const CLONE_THREAD = 0x0001_0000;

/**
 * RLIMIT_DATA limits memory, but it counts only private memory and no stacks. Shared memory without a file, and memory
 * that grows like a stack, would be unlimited.
 */
const MMAP: CallNumbers = [9, 222];
const MAP_SHARED_ANONYMOUS = 0x01 | 0x20;
const MAP_GROWSDOWN = 0x100;

/** `AUDIT_ARCH_…` of linux/audit.h. Calls of another architecture have other numbers and are rejected. */
const ARCHITECTURES: Readonly<Record<string, { readonly column: 0 | 1; readonly audit: number }>> = {
  x64: { column: 0, audit: 0xc000_003e },
  arm64: { column: 1, audit: 0xc000_00b7 },
};

/** x32 calls have this bit, and the architecture of x86-64. */
const X32_BIT = 0x4000_0000;

const ALLOW = 0x7fff_0000;
const KILL = 0x8000_0000;
const ERRNO = 0x0005_0000;
const EPERM = 1;
const ENOSYS = 38;

/** Offsets in `struct seccomp_data`. */
const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
const FIRST_ARGUMENT_AT = 16;
const FOURTH_ARGUMENT_AT = 40;

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const answer = (value: number): Instruction => [0x06, 0, 0, value];
/** Continues with the next instruction if equal, else skips `skipped` of them. */
const unlessEqual = (value: number, skipped: number): Instruction => [0x15, skipped, 0, value];
const whenEqual = (value: number, skipped: number): Instruction => [0x15, 0, skipped, value];
const whenAtLeast = (value: number, skipped: number): Instruction => [0x35, 0, skipped, value];
const unlessAnyBit = (value: number, skipped: number): Instruction => [0x45, skipped, 0, value];
const whenAnyBit = (value: number, skipped: number): Instruction => [0x45, 0, skipped, value];
const keepBits = (value: number): Instruction => [0x54, 0, 0, value];

/** The filter in the format of the kernel, `struct sock_filter[]`; null for an unsupported architecture. */
export function seccompFilter(architecture: string = process.arch): Uint8Array | null {
  const known = ARCHITECTURES[architecture];
  if (known === undefined) return null;
  const { column, audit } = known;
  const refusing = (numbers: CallNumbers, errno: number): Instruction[] => {
    const number = numbers[column];
    return number === null ? [] : [whenEqual(number, 1), answer(ERRNO | errno)];
  };
  return encode([
    load(ARCHITECTURE_AT),
    unlessEqual(audit, 1),
    answer(KILL),
    load(NUMBER_AT),
    whenAtLeast(X32_BIT, 1),
    answer(ERRNO | ENOSYS),
    ...Object.values(REFUSED).flatMap((numbers) => refusing(numbers, EPERM)),
    ...refusing(CLONE3, ENOSYS),
    whenEqual(MMAP[column] ?? 0, 7),
    load(FOURTH_ARGUMENT_AT),
    whenAnyBit(MAP_GROWSDOWN, 1),
    answer(ERRNO | EPERM),
    keepBits(MAP_SHARED_ANONYMOUS),
    whenEqual(MAP_SHARED_ANONYMOUS, 1),
    answer(ERRNO | EPERM),
    answer(ALLOW),
    whenEqual(CLONE[column] ?? 0, 3),
    load(FIRST_ARGUMENT_AT),
    unlessAnyBit(CLONE_THREAD, 1),
    answer(ERRNO | EPERM),
    answer(ALLOW),
  ]);
}

function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, whenTrue, whenFalse, value], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(whenTrue, index * 8 + 2);
    bytes.writeUInt8(whenFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  });
  return bytes;
}
