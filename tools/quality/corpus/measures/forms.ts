/** Measures that the values of fields are readable after flattening. */
import type { TruthField } from '#tools/quality/corpus/truth.ts';
import { score } from '#tools/quality/scores.ts';
import type { Measure, Output } from '#tools/quality/corpus/evidence.ts';
import { letters } from './words.ts';

/** ISO 32000-2, table 230: the value of such a field is not shown. */
const PASSWORD_FLAG = 1 << 13;

interface Subject {
  readonly output: Output;
  readonly field: TruthField;
  readonly value: string;
}

export const forms: Measure = {
  title: 'Forms',
  judge({ outputs }) {
    const subjects = outputs.flatMap(filledFields);
    return [
      score('the value of a visible field is in the text of the output', 0.98, subjects, ({ output, field, value }) => {
        if ([output.text ?? '', output.pages.join(' ')].some((text) => words(text).includes(words(value)))) return null;
        return { name: output.file.name, what: `${field.name} = ${JSON.stringify(value)}`, rule: explain(output) };
      }),
    ];
  },
};

function filledFields(output: Output): Subject[] {
  const { truth } = output.file;
  const fields = [...(truth?.form?.fields ?? []), ...(truth?.expect?.fields ?? [])].filter(isShown);
  return fields.flatMap((field) =>
    [field.value ?? []].flat().flatMap((value) => (words(value) === '' ? [] : [{ output, field, value }])),
  );
}

function isShown({ type, widgets, flags, hidden }: TruthField): boolean {
  const isText = type === 'Tx' || type === 'Ch';
  return isText && hidden !== true && widgets !== 0 && ((flags ?? 0) & PASSWORD_FLAG) === 0;
}

/** Only letters and digits, because dates, amounts and telephone numbers have format characters. */
function words(text: string): string {
  return letters(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function explain({ report }: Output): string | undefined {
  const warned = new Set<string>(report.warnings.map(({ code }) => code));
  if (warned.has('FIELD_VALUE_APPEARANCE_MISMATCH')) return 'the file shows another text than the value';
  if (warned.has('HIDDEN_FIELD_DROPPED')) return 'hidden field dropped';
  if (warned.has('GLYPH_MISSING')) return 'no available font has the characters';
  return undefined;
}
