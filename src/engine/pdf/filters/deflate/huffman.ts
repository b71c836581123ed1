/** Huffman codes of limited length (RFC 1951, 3.2.2), from frequencies alone: ties go by symbol. */

/** Code lengths, and the codes with their first bit lowest, as they are written. */
export interface HuffmanCode {
  readonly lengths: Uint8Array;
  readonly codes: Uint16Array;
}

/** Frequencies fit 22 bits, symbols 9. */
const SYMBOL_BITS = 9;
const SYMBOL_MASK = (1 << SYMBOL_BITS) - 1;

/** At least two symbols get a code: some decoders refuse incomplete sets. */
export function buildCode(frequencies: Uint32Array, maxLength: number): HuffmanCode {
  const order = byFrequency(frequencies);
  const counts = limited(depths(order), maxLength);
  const lengths = new Uint8Array(frequencies.length);
  let next = 0;
  // The rarest symbols come first and take the longest codes.
  for (let length = maxLength; length > 0; length--) {
    for (let left = counts[length] ?? 0; left > 0; left--) lengths[(order[next++] ?? 0) & SYMBOL_MASK] = length;
  }
  return { lengths, codes: canonicalCodes(lengths) };
}

/** Answers the used symbols, rarest first, each with its frequency in the high bits. */
function byFrequency(frequencies: Uint32Array): Uint32Array {
  const order = new Uint32Array(frequencies.length + 2);
  let used = 0;
  for (let symbol = 0; symbol < frequencies.length; symbol++) {
    const frequency = frequencies[symbol] ?? 0;
    if (frequency > 0) order[used++] = (frequency << SYMBOL_BITS) | symbol;
  }
  for (let symbol = 0; used < 2; symbol++) {
    if (frequencies[symbol] === 0) order[used++] = (1 << SYMBOL_BITS) | symbol;
  }
  return order.subarray(0, used).toSorted();
}

/** How many codes there are of each length, without a limit (Moffat and Katajainen, in place). */
function depths(order: Uint32Array): Uint32Array {
  const size = order.length;
  const nodes = new Uint32Array(size);
  for (let index = 0; index < size; index++) nodes[index] = order[index]! >>> SYMBOL_BITS;
  nodes[0] = nodes[0]! + nodes[1]!;
  for (let root = 0, leaf = 2, next = 1; next < size - 1; next++) {
    let weight = 0;
    for (let child = 0; child < 2; child++) {
      if (leaf >= size || (root < next && nodes[root]! < nodes[leaf]!)) {
        weight += nodes[root]!;
        nodes[root++] = next;
      } else weight += nodes[leaf++]!;
    }
    nodes[next] = weight;
  }
  nodes[size - 2] = 0;
  for (let node = size - 3; node >= 0; node--) nodes[node] = nodes[nodes[node]!]! + 1;
  return leavesOfDepth(nodes, size);
}

/** Makes numbers of leaves out of the depths of the inner nodes, which come deepest first. */
function leavesOfDepth(nodes: Uint32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size + 1);
  let available = 1;
  let node = size - 2;
  for (let depth = 0; available > 0; depth++) {
    let inner = 0;
    while (node >= 0 && nodes[node] === depth) {
      inner++;
      node--;
    }
    counts[depth] = available - inner;
    available = 2 * inner;
  }
  return counts;
}

/** Cuts longer codes to the limit and lengthens shorter ones until all fit again (Kraft's sum is one). */
function limited(counts: Uint32Array, maxLength: number): Uint32Array {
  const cut = new Uint32Array(maxLength + 1);
  for (let length = 1; length < counts.length; length++) {
    const to = Math.min(length, maxLength);
    cut[to] = (cut[to] ?? 0) + (counts[length] ?? 0);
  }
  let sum = 0;
  for (let length = 1; length <= maxLength; length++) sum += (cut[length] ?? 0) << (maxLength - length);
  for (; sum > 1 << maxLength; sum--) {
    let length = maxLength - 1;
    while (cut[length] === 0) length--;
    cut[length] = (cut[length] ?? 0) - 1;
    cut[length + 1] = (cut[length + 1] ?? 0) + 2;
    cut[maxLength] = (cut[maxLength] ?? 0) - 1;
  }
  return cut;
}

export function canonicalCodes(lengths: Uint8Array): Uint16Array {
  const next = new Uint16Array(17);
  for (const length of lengths) next[length + 1] = (next[length + 1] ?? 0) + 1;
  next[1] = 0; // unused symbols take no code
  for (let length = 1, code = 0; length <= 16; length++) {
    code = (code + (next[length] ?? 0)) << 1;
    next[length] = code;
  }
  const codes = new Uint16Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const code = next[length] ?? 0;
    next[length] = code + 1;
    codes[symbol] = reversed(code, length);
  }
  return codes;
}

function reversed(code: number, length: number): number {
  let result = 0;
  for (let bit = 0, rest = code; bit < length; bit++, rest >>>= 1) result = (result << 1) | (rest & 1);
  return result;
}
