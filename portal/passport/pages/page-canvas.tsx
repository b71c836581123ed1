/** A drawing of a page, with boxes around what differs. */
import { type CSSProperties, useEffect, useRef } from 'react';
import type { Drawing } from '#portal/frame/protocol.ts';
import type { Box } from './comparing/pixel-difference.ts';

interface PageCanvasProps {
  readonly drawing: Drawing;
  /** The description for people who do not see it. */
  readonly label: string;
  readonly boxes: readonly Box[];
  readonly style?: CSSProperties | undefined;
}

export function PageCanvas({ drawing, label, boxes, style }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { width, height, pixels } = drawing;
    const context = canvas.current?.getContext('2d', { alpha: false });
    context?.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
  }, [drawing]);
  return (
    <div className="fx-page" style={style}>
      <canvas ref={canvas} width={drawing.width} height={drawing.height} role="img" aria-label={label} />
      {boxes.map((box) => (
        <span key={`${box.left} ${box.top}`} className="fx-page-box" style={placeOf(box)} />
      ))}
    </div>
  );
}

function placeOf({ left, top, width, height }: Box): CSSProperties {
  return { left: share(left), top: share(top), width: share(width), height: share(height) };
}

function share(value: number): string {
  return `${(100 * value).toFixed(3)}%`;
}
