/** Server-sent events out of a stream of text (HTML, 9.2), as `GET /api/submissions/{id}/events` sends them. */

export interface ServerEvent {
  /** By which the stream is come back to, behind this event. */
  readonly id: string | null;
  readonly event: string;
  readonly data: unknown;
}

/** Takes pieces as they come; each call answers the events that are whole by then. */
export class EventReader {
  #rest = '';

  read(piece: string): ServerEvent[] {
    const blocks = (this.#rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => eventOf(block) ?? []);
  }
}

/** Null for comments, and for data that is no JSON. */
function eventOf(block: string): ServerEvent | null {
  let event = 'message';
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^(\w+): ?(.*)$/su.exec(line) ?? [];
    if (name === 'event') event = value;
    if (name === 'id') id = value;
    if (name === 'data') data.push(value);
  }
  if (data.length === 0) return null;
  try {
    return { id, event, data: JSON.parse(data.join('\n')) };
  } catch {
    return null;
  }
}
