/** Tests the filter of system calls for each supported machine. `test/parser-host/walls.test.ts` tests its effect. */
import { expect, test } from 'vitest';
import { seccompFilter } from './seccomp.ts';

const INSTRUCTION_BYTES = 8;

test.each([
  ['x64', 41, 198],
  ['arm64', 198, 41],
])('on %s the number of its own calls is refused', (architecture, socket, other) => {
  const filter = Buffer.from(seccompFilter(architecture) ?? []);
  const compared = Array.from({ length: filter.length / INSTRUCTION_BYTES }, (_, index) => {
    const [code, value] = [
      filter.readUInt16LE(index * INSTRUCTION_BYTES),
      filter.readUInt32LE(index * INSTRUCTION_BYTES + 4),
    ];
    return code === 0x15 ? value : null;
  });
  expect(compared).toContain(socket);
  expect(compared.indexOf(other)).not.toBe(compared.indexOf(socket));
});

test('there is none for a machine whose calls are not known', () => {
  expect(seccompFilter('riscv64')).toBeNull();
});
