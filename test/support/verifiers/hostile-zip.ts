/** ZIP files whose records state true or false values, as a test requires (APPNOTE 6.3.10). */
import { crc32, deflateRawSync } from 'node:zlib';

/** One entry. Every member except name and content replaces the correct value. */
export interface Part {
  readonly name: string;
  readonly content: Uint8Array;
  readonly method?: number;
  /** The bytes after the header, instead of the packed content. */
  readonly packed?: Uint8Array;
  readonly flags?: number;
  readonly version?: number;
  readonly time?: number;
  readonly crc?: number;
  readonly size?: number;
  readonly extra?: Uint8Array;
  /** The system that packed it (4.4.2.2); Unix by default. */
  readonly system?: number;
  readonly attributes?: number;
  readonly comment?: string;
  /** The form of the descriptor after the content; by default with a signature and sizes of four bytes. */
  readonly descriptor?: { readonly isSigned: boolean; readonly sizeBytes: 4 | 8; readonly size?: number };
  /** Bytes before or after the record. */
  readonly before?: Uint8Array;
  readonly behind?: Uint8Array;
  /** Values for the header before the content only. */
  readonly local?: Omit<Part, 'name' | 'content' | 'local'> & { readonly name?: string };
  /** The number of entries in the directory: none, or several. */
  readonly inDirectory?: number;
  /** The position of the record as the directory states it. */
  readonly offset?: number;
}

export interface Around {
  readonly before?: Uint8Array;
  /** Bytes between the last entry and the directory. */
  readonly between?: Uint8Array;
  readonly behindDirectory?: Uint8Array;
  readonly comment?: string;
  readonly behind?: Uint8Array;
  readonly disk?: number;
  readonly order?: (headers: readonly Buffer[]) => Buffer[];
  /** Also writes a last record with sizes of eight bytes. `count` replaces the true number of files. */
  readonly zip64End?: { readonly count?: number };
}

const DESCRIBED = 8;
const DEFLATED = 8;

export function zipOf(parts: readonly Part[], around: Around = {}): Uint8Array<ArrayBuffer> {
  const records: Buffer[] = [Buffer.from(around.before ?? [])];
  const headers: Buffer[] = [];
  let written = records[0]?.length ?? 0;
  for (const part of parts) {
    const record = recordOf(part);
    const offset = written + (part.before?.length ?? 0);
    for (let times = 0; times < (part.inDirectory ?? 1); times++)
      headers.push(directoryHeader(part, part.offset ?? offset));
    records.push(record);
    written += record.length;
  }
  const between = Buffer.from(around.between ?? []);
  const directory = Buffer.concat(around.order?.(headers) ?? headers);
  const behind = Buffer.from(around.behindDirectory ?? []);
  const comment = Buffer.from(around.comment ?? '');
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50);
  end.writeUInt16LE(around.disk ?? 0, 4);
  for (const at of [8, 10]) end.writeUInt16LE(headers.length, at);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(written + between.length, 16);
  end.writeUInt16LE(comment.length, 20);
  const begin = written + between.length;
  const long = around.zip64End
    ? zip64End(around.zip64End.count ?? headers.length, directory.length, begin)
    : Buffer.alloc(0);
  const parcel = [...records, between, directory, behind, long, end, comment, Buffer.from(around.behind ?? [])];
  return new Uint8Array(Buffer.concat(parcel));
}

/** The last record with sizes of eight bytes, and the record with its position (4.3.14 and 4.3.15). */
function zip64End(count: number, size: number, begin: number): Buffer {
  const record = Buffer.alloc(76);
  record.write('PK\u0006\u0006');
  record.writeUInt32LE(44, 4);
  for (const at of [12, 14]) record.writeUInt16LE(45, at);
  for (const at of [24, 32]) record.writeUInt32LE(count, at);
  record.writeUInt32LE(size, 40);
  record.writeUInt32LE(begin, 48);
  record.write('PK\u0006\u0007', 56);
  record.writeUInt32LE(begin + size, 64);
  record.writeUInt32LE(1, 72);
  return record;
}

function recordOf({ local, ...part }: Part): Buffer {
  const said = { ...part, ...local };
  const packed = packedOf(part);
  const isDescribed = ((part.flags ?? 0) & DESCRIBED) !== 0;
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50);
  common(said).copy(header, 4);
  if (!isDescribed || local !== undefined) sizesOf(part, said).copy(header, 14);
  header.writeUInt16LE(Buffer.byteLength(said.name), 26);
  header.writeUInt16LE(said.extra?.length ?? 0, 28);
  const descriptor = isDescribed ? descriptorOf(part) : Buffer.alloc(0);
  const around = [part.before ?? Buffer.alloc(0), part.behind ?? Buffer.alloc(0)] as const;
  const parcel = [
    around[0],
    header,
    Buffer.from(said.name),
    said.extra ?? Buffer.alloc(0),
    packed,
    descriptor,
    around[1],
  ];
  return Buffer.concat(parcel);
}

function descriptorOf(part: Part): Buffer {
  const { isSigned = true, sizeBytes = 4, size } = part.descriptor ?? {};
  const short = sizesOf(part, size === undefined ? part : { ...part, size });
  const long = Buffer.alloc(20);
  short.copy(long, 0, 0, 8);
  short.copy(long, 12, 8);
  return Buffer.concat([Buffer.from(isSigned ? 'PK\u0007\u0008' : ''), sizeBytes === 4 ? short : long]);
}

function directoryHeader(part: Part, offset: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50);
  header.writeUInt8(20, 4);
  header.writeUInt8(part.system ?? 3, 5);
  common(part).copy(header, 6);
  sizesOf(part, part).copy(header, 16);
  header.writeUInt16LE(Buffer.byteLength(part.name), 28);
  header.writeUInt16LE(part.extra?.length ?? 0, 30);
  header.writeUInt16LE(part.comment?.length ?? 0, 32);
  header.writeUInt32LE(part.attributes ?? 0, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([
    header,
    Buffer.from(part.name),
    part.extra ?? Buffer.alloc(0),
    Buffer.from(part.comment ?? ''),
  ]);
}

function common({ version = 20, flags = 0, method = 0, time = 0x5000 }: Partial<Part>): Buffer {
  const fields = Buffer.alloc(10);
  [version, flags, method, time, 0x5d7c].forEach((value, index) => fields.writeUInt16LE(value, 2 * index));
  return fields;
}

function sizesOf(part: Part, said: Partial<Part>): Buffer {
  const fields = Buffer.alloc(12);
  fields.writeUInt32LE(said.crc ?? crc32(part.content));
  fields.writeUInt32LE(packedOf({ ...part, ...said, content: part.content, name: part.name }).length, 4);
  fields.writeUInt32LE(said.size ?? part.content.length, 8);
  return fields;
}

function packedOf({ content, method, packed }: Part): Uint8Array {
  return packed ?? (method === DEFLATED ? deflateRawSync(content) : content);
}
