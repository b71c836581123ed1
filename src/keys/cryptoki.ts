/** The few functions of a PKCS #11 library that a signature needs, called through its list of functions. */
import type { default as Koffi, KoffiFunc } from 'koffi';
import { SigningKeyError } from './signing-key.ts';

/** The PIN is wrong, expired or locked. */
export class PinRefused extends SigningKeyError {}

export interface Slot {
  readonly id: bigint;
  readonly label: string;
  readonly serial: string;
}

export interface Cryptoki {
  /** The slots that have a token. */
  readonly slots: () => Slot[];
  readonly openSession: (slot: bigint) => Session;
}

/** All that differs between modules ends in a SigningKeyError with the function and its return value. */
export interface Session {
  readonly login: (pin: string) => void;
  /** At most two: whether there is more than one is all that matters. */
  readonly findKeys: (half: 'private' | 'public', name: KeyName) => bigint[];
  /** Empty where the object does not have it. */
  readonly attribute: (object: bigint, name: keyof typeof ATTRIBUTES) => Buffer;
  /** ECDSA over a digest: r and s. The token may be far away, so the call blocks a thread of the pool, not this one. */
  readonly sign: (key: bigint, digest: Uint8Array) => Promise<Uint8Array>;
  readonly close: () => void;
}

export interface KeyName {
  readonly label: string | null;
  readonly id: Buffer | null;
}

const CKR_OK = 0;
const CKR_ATTRIBUTE_TYPE_INVALID = 0x12;
const CKR_USER_ALREADY_LOGGED_IN = 0x1_00;
/** CKR_PIN_INCORRECT, CKR_PIN_EXPIRED and CKR_PIN_LOCKED. */
const PIN_REFUSED: ReadonlySet<number> = new Set([0xa0, 0xa3, 0xa4]);
const CKR_CRYPTOKI_ALREADY_INITIALIZED = 0x1_91;
const CKF_OS_LOCKING_OK = 2;
const CKF_SERIAL_SESSION = 4;
const CKU_USER = 1;
const CLASSES = { public: 2, private: 3 } as const;
const CKK_EC = 3;
const CKM_ECDSA = 0x10_41;
const ATTRIBUTES = { class: 0, label: 3, keyType: 0x1_00, id: 0x1_02, ecParams: 0x1_80, ecPoint: 0x1_81 } as const;

const MAX_SLOTS = 256;
const MAX_ATTRIBUTE_BYTES = 1024;
const SIGNATURE_BYTES = 64;
/** CK_TOKEN_INFO has 208 bytes; label and serial number are padded with spaces. */
const TOKEN_INFO_BYTES = 256;
const LABEL = [0, 32] as const;
const SERIAL = [80, 96] as const;

/** Where a function stands in CK_FUNCTION_LIST, which is the same in every version since 2.01, and what it takes. */
const FUNCTIONS = {
  C_Initialize: [0, 'void *'],
  C_GetSlotList: [4, 'uint8, _Out_ ulong *, _Inout_ ulong *'],
  C_GetTokenInfo: [6, 'ulong, void *'],
  C_OpenSession: [12, 'ulong, ulong, void *, void *, _Out_ ulong *'],
  C_CloseSession: [13, 'ulong'],
  C_Login: [18, 'ulong, ulong, void *, ulong'],
  C_GetAttributeValue: [24, 'ulong, ulong, _Inout_ CK_ATTRIBUTE *, ulong'],
  C_FindObjectsInit: [26, 'ulong, CK_ATTRIBUTE *, ulong'],
  C_FindObjects: [27, 'ulong, _Out_ ulong *, ulong, _Out_ ulong *'],
  C_FindObjectsFinal: [28, 'ulong'],
  C_SignInit: [42, 'ulong, CK_MECHANISM *, ulong'],
  C_Sign: [43, 'ulong, void *, ulong, void *, _Inout_ ulong *'],
} as const;
type FunctionName = keyof typeof FUNCTIONS;
type Functions = Record<FunctionName, KoffiFunc<(...args: readonly unknown[]) => number>>;

interface Attribute {
  readonly type: number;
  readonly value: Buffer;
  readonly length: number;
}

/** Modules that are loaded: a process initializes each once. */
const loaded = new Map<string, Promise<Cryptoki>>();

/** A library that nobody holds is unloaded, and the addresses of its functions lead nowhere. */
const libraries = new Set<unknown>();

/** Answers the module of that path, initialized. Rejects with a SigningKeyError. */
export function cryptoki(modulePath: string): Promise<Cryptoki> {
  const module = loaded.get(modulePath) ?? load(modulePath);
  loaded.set(modulePath, module);
  return module;
}

async function load(modulePath: string): Promise<Cryptoki> {
  const functions = await functionsOf(modulePath);
  // CK_C_INITIALIZE_ARGS: no functions for locks, since the threads of the pool use those of the operating system.
  const settings = Buffer.alloc(6 * 8);
  settings.writeBigUInt64LE(BigInt(CKF_OS_LOCKING_OK), 4 * 8);
  call(functions, 'C_Initialize', [settings], [CKR_CRYPTOKI_ALREADY_INITIALIZED]);
  return { slots: () => slotsOf(functions), openSession: (slot) => openSession(functions, slot) };
}

/** The library for foreign functions is loaded by those alone who have a token; its types are of the whole process. */
let foreign: Promise<typeof Koffi> | null = null;

async function loadForeign(): Promise<typeof Koffi> {
  const { default: koffi } = await import('koffi');
  koffi.struct('CK_ATTRIBUTE', { type: 'ulong', value: 'void *', length: 'ulong' });
  koffi.struct('CK_MECHANISM', { mechanism: 'ulong', parameter: 'void *', length: 'ulong' });
  return koffi;
}

async function functionsOf(modulePath: string): Promise<Functions> {
  const koffi = await (foreign ??= loadForeign());
  try {
    const list: [unknown] = [null];
    // Deep: a module that needs OpenSSL finds its own, not the one that is in Node.
    const library = koffi.load(modulePath, { deep: true });
    libraries.add(library);
    const found: number = library.func('ulong C_GetFunctionList(_Out_ void **)')(list);
    if (found !== CKR_OK) throw new SigningKeyError(said('C_GetFunctionList', found));
    // The version comes before the functions, and takes the place of one.
    const functionAt = (index: number): unknown =>
      koffi.decode(list[0], (index + 1) * koffi.sizeof('void *'), 'void *');
    const bound = Object.entries(FUNCTIONS).map(([name, [index, takes]]) => [
      name,
      koffi.decode(functionAt(index), koffi.proto(`ulong ${name}(${takes})`)),
    ]);
    return Object.fromEntries(bound);
  } catch (cause) {
    if (cause instanceof SigningKeyError) throw cause;
    throw new SigningKeyError('The PKCS #11 module cannot be loaded.', { cause });
  }
}

function slotsOf(functions: Functions): Slot[] {
  const ids = Array.from({ length: MAX_SLOTS }, () => 0);
  const count = [MAX_SLOTS];
  call(functions, 'C_GetSlotList', [1, ids, count]);
  return ids.slice(0, count[0]).map((id) => {
    const info = Buffer.alloc(TOKEN_INFO_BYTES);
    call(functions, 'C_GetTokenInfo', [id, info]);
    const field = ([from, to]: readonly [number, number]) => info.toString('utf8', from, to).trimEnd();
    return { id: BigInt(id), label: field(LABEL), serial: field(SERIAL) };
  });
}

function openSession(functions: Functions, slot: bigint): Session {
  const handle = [0];
  call(functions, 'C_OpenSession', [slot, CKF_SERIAL_SESSION, null, null, handle]);
  const [session] = handle;
  return {
    login: (pin) => {
      const bytes = Buffer.from(pin);
      const asGood = [CKR_USER_ALREADY_LOGGED_IN, ...PIN_REFUSED];
      const status = call(functions, 'C_Login', [session, CKU_USER, bytes, bytes.length], asGood);
      if (PIN_REFUSED.has(status)) throw new PinRefused(said('C_Login', status));
    },

    findKeys: (half, { label, id }) => {
      const template = [
        attribute(ATTRIBUTES.class, number(CLASSES[half])),
        attribute(ATTRIBUTES.keyType, number(CKK_EC)),
        ...(label === null ? [] : [attribute(ATTRIBUTES.label, Buffer.from(label))]),
        ...(id === null ? [] : [attribute(ATTRIBUTES.id, id)]),
      ];
      const found = [0, 0];
      const count = [0];
      call(functions, 'C_FindObjectsInit', [session, template, template.length]);
      call(functions, 'C_FindObjects', [session, found, found.length, count]);
      call(functions, 'C_FindObjectsFinal', [session]);
      return found.slice(0, count[0]).map(BigInt);
    },

    attribute: (object, name) => {
      const value = Buffer.alloc(MAX_ATTRIBUTE_BYTES);
      const asked: { length: number }[] = [attribute(ATTRIBUTES[name], value)];
      const status = call(functions, 'C_GetAttributeValue', [session, object, asked, 1], [CKR_ATTRIBUTE_TYPE_INVALID]);
      return status === CKR_OK ? value.subarray(0, asked[0]?.length) : Buffer.alloc(0);
    },

    sign: async (key, digest) => {
      const signature = Buffer.alloc(SIGNATURE_BYTES);
      const length = [signature.length];
      await callAside(functions, 'C_SignInit', [session, { mechanism: CKM_ECDSA, parameter: null, length: 0 }, key]);
      await callAside(functions, 'C_Sign', [session, digest, digest.length, signature, length]);
      if (length[0] !== SIGNATURE_BYTES) throw new SigningKeyError('The token made no signature of the curve P-256.');
      return signature;
    },

    // A connection that cannot be closed is already gone.
    close: () => void functions.C_CloseSession(session),
  };
}

function attribute(type: number, value: Buffer): Attribute {
  return { type, value, length: value.length };
}

/** A CK_ULONG. */
function number(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

/** Answers what the function returned: success, or one of the others that are as good. */
function call(functions: Functions, name: FunctionName, args: readonly unknown[], asGood: readonly number[] = []) {
  const status: number = functions[name](...args);
  if (status !== CKR_OK && !asGood.includes(status)) throw new SigningKeyError(said(name, status));
  return status;
}

/** The same on a thread of the pool. */
async function callAside(functions: Functions, name: FunctionName, args: readonly unknown[]): Promise<void> {
  const status = await new Promise<number>((settle, reject) => {
    functions[name].async(...args, (error: Error | null, returned: number) =>
      error ? reject(error) : settle(returned),
    );
  });
  if (status !== CKR_OK) throw new SigningKeyError(said(name, status));
}

/** As the standard writes return values. */
function said(name: string, status: number): string {
  return `The PKCS #11 module answered 0x${status.toString(16).padStart(8, '0')} to ${name}.`;
}
