/** The changed places of a page enlarged, each in both states, one below the other: nothing lies over them. */
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Drawing } from '#portal/frame/protocol.ts';
import { cropsOf } from './comparing/crops.ts';
import type { Box } from './comparing/pixel-difference.ts';
import type { OpenSide } from './use-documents.ts';
import { useDrawing } from './use-page.ts';

/** The page is drawn so wide for them, in pixels. */
const DRAWN_WIDTH = 2_000;

interface CroppedState {
  readonly label: string;
  readonly side: OpenSide | null;
  readonly page: number;
}

interface PageCropsProps {
  readonly boxes: readonly Box[];
  readonly before: CroppedState;
  readonly after: CroppedState;
}

export function PageCrops({ boxes, before, after }: PageCropsProps) {
  const crops = useMemo(() => cropsOf(boxes), [boxes]);
  const width = crops.length > 0 ? DRAWN_WIDTH : 0;
  const states = [
    { label: `Before: ${before.label}`, drawing: useDrawing(before.side, before.page, width).value },
    { label: `After: ${after.label}`, drawing: useDrawing(after.side, after.page, width).value },
  ];
  if (crops.length === 0 || states.some(({ drawing }) => drawing === null)) return null;
  const { page } = after;
  return (
    <section aria-label={`Changed places on page ${page}`} className="fx-page-crops">
      {crops.map((crop) => (
        <div key={`${crop.left} ${crop.top}`} className="fx-page-crop">
          {states.map(({ label, drawing }) => (
            <figure key={label}>
              <figcaption>
                <bdi className="fx-foreign">{label}</bdi>
              </figcaption>
              {drawing && <Crop drawing={drawing} crop={crop} label={`${label}: a changed place on page ${page}`} />}
            </figure>
          ))}
        </div>
      ))}
    </section>
  );
}

interface CropProps {
  readonly drawing: Drawing;
  readonly crop: Box;
  readonly label: string;
}

function Crop({ drawing, crop, label }: CropProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, height] = [Math.round(crop.width * drawing.width), Math.round(crop.height * drawing.height)];
  useEffect(() => paint(canvas, drawing, crop), [drawing, crop]);
  return <canvas ref={canvas} width={width} height={height} role="img" aria-label={label} />;
}

function paint(canvas: RefObject<HTMLCanvasElement | null>, { pixels, width, height }: Drawing, crop: Box): void {
  const context = canvas.current?.getContext('2d', { alpha: false });
  const [left, top] = [Math.round(crop.left * width), Math.round(crop.top * height)];
  context?.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), -left, -top);
}
