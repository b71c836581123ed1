/** Computes the position of an appearance on its page (ISO 32000-2, 12.5.5, algorithm "appearance streams"). */
import {
  type Box,
  isEmptyBox,
  isPrintable,
  type Matrix,
  multiply,
  quarterTurn,
  readBox,
  readMatrix,
  transformBox,
  translation,
} from '#engine/content/matrix.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Stream } from '#engine/pdf/syntax/objects.ts';

/**
 * The matrix that moves the transformed bounding box of the appearance onto the rectangle. `upright` is the rotation of
 * the page in degrees if the annotation does not rotate with the page (12.5.3, NoRotate). Undefined if nothing is
 * visible.
 */
export function placementOf(pdf: PdfDocument, appearance: Stream, rect: Box, upright: number): Matrix | undefined {
  const box = readBox(pdf, appearance.dict.array('BBox'));
  if (!box) return undefined;
  const drawn = transformBox(readMatrix(pdf, appearance.dict.array('Matrix')), box);
  if (isEmptyBox(drawn) || isEmptyBox(rect)) return undefined;
  const x = (rect.right - rect.left) / (drawn.right - drawn.left);
  const y = (rect.top - rect.bottom) / (drawn.top - drawn.bottom);
  const fitted: Matrix = [x, 0, 0, y, rect.left - drawn.left * x, rect.bottom - drawn.bottom * y];
  const matrix = upright === 0 ? fitted : multiply(fitted, turnAbout(rect.left, rect.top, upright));
  return isPrintable(matrix) ? matrix : undefined;
}

/** Rotates about the upper left corner, which stays in place. */
function turnAbout(x: number, y: number, degrees: number): Matrix {
  return multiply(multiply(translation(-x, -y), quarterTurn(degrees)), translation(x, y));
}
