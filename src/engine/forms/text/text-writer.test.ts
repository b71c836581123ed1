import { expect, test } from 'vitest';
import { ContentBuilder } from '#engine/content/builder.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { Name, Ref } from '#engine/pdf/syntax/objects.ts';
import { TextWriter } from './text-writer.ts';

const [A, B] = [new Ref(1), new Ref(2)];

test('what follows by itself is one string, what is moved begins another, and a font is named when it changes', () => {
  const content = new ContentBuilder();
  const writer = new TextWriter(content, 10, (resource) => new Name(resource === A ? 'A' : 'B'));
  writer.add(A, [1], { x: 0, y: 0 }, 500);
  writer.add(A, [2], { x: 500.000_001, y: 0 }, 0);
  writer.add(A, [3], { x: 480, y: 120 }, 0);
  writer.add(B, [4], { x: 480, y: 120 }, 600);
  writer.add(A, [5], { x: 1000, y: 0 }, 600);
  writer.finish();
  expect(latin1(content.bytes())).toBe(
    '/A 10 Tf\n<0102> Tj\n4.8 1.2 Td\n<03> Tj\n/B 10 Tf\n<04> Tj\n5.2 -1.2 Td\n/A 10 Tf\n<05> Tj\n',
  );
});
