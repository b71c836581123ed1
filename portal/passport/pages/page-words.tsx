/** The differences of a page in words, also for people who do not see the pictures. */
import type { ReactNode } from 'react';
import { Stack, Text } from '#portal/ui/controls.ts';
import { countText, Foreign, numberText } from '#portal/ui/words.tsx';
import type { PixelDifference } from './comparing/pixel-difference.ts';
import type { TextChange, TextDifference } from './comparing/text-difference.ts';
import type { PageDifference } from './use-page.ts';

interface PageWordsProps {
  readonly difference: PageDifference;
  /** True if one state has substitutes for fonts that the other one does not embed. */
  readonly hasOtherFonts: boolean;
}

export function PageWords({ difference: { text, pixels }, hasOtherFonts }: PageWordsProps) {
  return (
    <Stack gap="xs">
      <TextWords difference={text} look={lookWords(pixels)} />
      {hasOtherFonts && pixels.share > 0 && (
        <Text c="dimmed">
          The document uses fonts that it does not contain. Each program substitutes fonts of its own, and the canonical
          form embeds one, so letters can differ. The section “Fonts” has their names.
        </Text>
      )}
    </Stack>
  );
}

function TextWords({ difference: { listed, notListed }, look }: { difference: TextDifference; look: string | null }) {
  if (listed.length === 0) {
    return (
      <Text>
        {look === null ? 'Words and appearance of this page are the same in both.' : `The text is the same. ${look}`}
      </Text>
    );
  }
  return (
    <>
      <ul className="fx-page-changes">
        {listed.map((change, index) => (
          // Two changes may say the same; their order never changes.
          <li key={index}>{changeWords(change)}</li>
        ))}
        {notListed > 0 && <li>{`and ${countText(notListed, 'further difference')}.`}</li>}
      </ul>
      <Text c="dimmed">{look ?? UNSEEN}</Text>
    </>
  );
}

const UNSEEN =
  'The pictures of the page are the same in both. Programs read these words in only one of the two, for example because the contents of a field became part of the page.';

function changeWords({ before, after }: TextChange): ReactNode {
  const [was, is] = [<Quoted key="was">{before}</Quoted>, <Quoted key="is">{after}</Quoted>];
  if (before === '') return <>{is} was added.</>;
  if (after === '') return <>{was} is gone.</>;
  return (
    <>
      {was} became {is}.
    </>
  );
}

function Quoted({ children }: { readonly children: string }) {
  return (
    <>
      “<Foreign>{children}</Foreign>”
    </>
  );
}

function lookWords({ isSameSize, share, boxes }: PixelDifference): string | null {
  const size = isSameSize ? '' : 'The page has another size. ';
  if (share === 0) return size === '' ? null : size.trim();
  const percent = 100 * share < 0.1 ? 'less than 0.1' : numberText(Number((100 * share).toFixed(1)));
  return `${size}It looks different in ${countText(boxes.length, 'place')}, ${percent} % of the page.`;
}
