/**
 * Decides which containers are one object and which of them are indirect. The choice of the file between a direct value
 * and a reference does not count. A value becomes indirect if it must be (a stream, a font, an object with identity),
 * if it is long and used twice, and where the nesting would get deep. The decision depends only on the graph and never
 * on the order of the walk.
 */
import { Classes } from './classes.ts';
import { ContainerGraph, type GraphSource } from './container-graph.ts';
import type { Container } from '#engine/pdf/syntax/objects.ts';

/** One object has at most this many levels of values. */
const MAX_HEIGHT = 32;

/** Equal containers have the same class. */
export interface Sharing {
  readonly classCount: number;
  readonly containers: readonly Container[];
  classOf(container: Container): number;
  /** Equal for equal containers, also for short ones. */
  keyOf(container: Container): string;
  /** One container that represents its class. */
  representative(number: number): Container;
  isIndirect(number: number): boolean;
}

export function findSharing(source: GraphSource): Sharing {
  const graph = new ContainerGraph(source);
  const classes = new Classes(graph);
  const indirect = place(graph, classes);
  return {
    classCount: classes.first.length,
    containers: graph.containers,
    classOf: (container) => classes.of[graph.nodeOf(container)] ?? 0,
    keyOf: (container) => classes.keyOf(graph.nodeOf(container)),
    representative: (number) => graph.container(classes.first[number] ?? 0),
    isIndirect: (number) => indirect[number] === 1,
  };
}

/** Returns for each class whether it is an indirect object. */
function place(graph: ContainerGraph, classes: Classes): Uint8Array {
  const uses = countUses(graph, classes);
  const indirect = Uint8Array.from(classes.indirect, Number);
  const heights = new Uint8Array(indirect.length);
  for (const [number, node] of classes.first.entries()) {
    if (indirect[number] === 1) continue;
    let height = 1;
    for (let edge = graph.starts[node] ?? 0; edge < (graph.ends[node] ?? 0); edge++) {
      const child = classes.of[graph.children[edge] ?? 0] ?? 0;
      if (indirect[child] === 0) height = Math.max(height, 1 + (heights[child] ?? 0));
    }
    heights[number] = height;
    if (height >= MAX_HEIGHT || ((uses[number] ?? 0) > 1 && !classes.isShort(number))) indirect[number] = 1;
  }
  return indirect;
}

/** The number of classes that refer to each class. The nodes behind a class do not count. */
function countUses(graph: ContainerGraph, classes: Classes): Int32Array {
  const uses = new Int32Array(classes.first.length);
  for (const node of classes.first) {
    for (let edge = graph.starts[node] ?? 0; edge < (graph.ends[node] ?? 0); edge++) {
      const used = classes.of[graph.children[edge] ?? 0] ?? 0;
      uses[used] = (uses[used] ?? 0) + 1;
    }
  }
  return uses;
}
