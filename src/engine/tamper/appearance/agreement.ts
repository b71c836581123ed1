/**
 * Decides whether a field shows its value: the same text, perhaps cut for lack of space, or the same number with a
 * format.
 */

/** Units beside a number that no format of the form adds. */
const UNIT = /^(?:[\p{Sc}%°]|[A-Z]{2,3}|kr|zł|Kč|Ft|lei|Fr|Rs)?[.,]?-*$/u;
const NUMBER = /^[-+(]?\p{Sc}?(?:\d[\d.,'’]*|[.,]\d+)\)?%?$/u;
const NUMBERS = /\d[\d.,'’]*|[.,]\d+/g;
const MAX_UNIT_LENGTH = 12;
const MAX_MONTH_LENGTH = 24;
const HOURS = 12;
const CENTURY = 100;

/** An appearance draws these scripts from left to right, while values are in the order of speech. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Both texts must be without white space.
 * @param isFormatted true if the form has a script that formats the field (ISO 32000-2, 12.6.3, key F)
 */
export function showsValue(shown: string, value: string, isFormatted: boolean): boolean {
  const [a, b] = [shown.toLowerCase(), value.toLowerCase()];
  if (a === b) return true;
  if (RIGHT_TO_LEFT.test(a) && RIGHT_TO_LEFT.test(b)) return inAnyOrder(a) === inAnyOrder(b);
  if (NUMBER.test(value)) return showsNumber(shown, value, isFormatted) || (isFormatted && showsDate(shown, value));
  return isCut(a, b) || (isFormatted && showsDate(shown, value));
}

/** Fields cut text without space, but a cut number is another number. */
function isCut(shown: string, value: string): boolean {
  return shown !== '' && value.startsWith(shown) && !/^\d[.,'’]?\d/.test(value.slice(shown.length - 1));
}

function showsNumber(shown: string, value: string, isFormatted: boolean): boolean {
  const [number, ...more] = shown.match(NUMBERS) ?? [];
  if (number === undefined) return false;
  // People divide telephone numbers and places in different ways.
  if (isFormatted && /^[\d()/+-]+$/.test(shown) && digitsOf(shown) === digitsOf(value)) return true;
  const units = shown.replace(number, '').replace(/[-+()]/g, '');
  const isUnit = UNIT.test(units) || (isFormatted && units.length <= MAX_UNIT_LENGTH);
  if (more.length > 0 || !isUnit) return false;
  const isPercentage = shown.includes('%') && !value.includes('%');
  const [negative, wasNegative] = [shown, value].map((text) => /[-(]/.test(text));
  if (negative !== wasNegative && !(isFormatted && wasNegative === true)) return false; // a negative number in red has no sign
  const plain = (value.match(NUMBERS) ?? [''])[0];
  return readings(number, false).some(({ amount, decimals }) =>
    readings(plain, true).some((exact) => {
      const unit = isPercentage ? 100 : 1;
      return Math.abs(exact.amount * unit - amount) <= 0.5 * 10 ** -decimals + 1e-9 || exact.amount === amount;
    }),
  );
}

interface Reading {
  readonly amount: number;
  readonly decimals: number;
}

/**
 * The possible values of a number. Its last sign separates decimals or thousands. Three digits after a single sign are
 * thousands.
 */
function readings(number: string, isRaw: boolean): Reading[] {
  const text = number.replace(/[.,'’]$/, '');
  const [whole = '', ...groups] = text.split(/[.,'’]/);
  const signs = text.replace(/\d/g, '');
  const found: Reading[] = [];
  const isOneSign = new Set(signs).size <= 1;
  if (isOneSign && groups.every((group) => group.length === 3) && whole !== '')
    found.push({ amount: Number(digitsOf(text)), decimals: 0 });
  const decimals = groups.at(-1) ?? '';
  const isThousands = decimals.length === 3 && signs.length === 1 && !/^0*$/.test(whole);
  const last = signs.at(-1) ?? '';
  if (signs !== '' && !signs.slice(0, -1).includes(last) && (isRaw || !isThousands)) {
    const amount = Number(`${[whole, ...groups.slice(0, -1)].join('')}.${decimals}`);
    found.push({ amount, decimals: decimals.length });
  }
  return found;
}

/** Every number in the shown date must be in the value: days, years with and without their century, hours. */
function showsDate(shown: string, value: string): boolean {
  const parts = numbersIn(value);
  const words = shown.replace(/[^\p{L}]/gu, '');
  if (parts.length < 2 || words.length > MAX_MONTH_LENGTH) return false;
  const known = new Set(parts.flatMap((part) => [part % CENTURY, part % HOURS]));
  const dates = numbersIn(shown);
  return dates.length > 0 && dates.every((part) => known.has(part % CENTURY));
}

function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

function inAnyOrder(text: string): string {
  return [...text].toSorted().join('');
}
