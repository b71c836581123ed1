/** The browser's own description in two words. It may be wrong, so it is only a hint for its owner. */

const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

export function programOf(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown program';
  const nameIn = (names: typeof PROGRAMS) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const words = [nameIn(PROGRAMS), nameIn(SYSTEMS)].filter((word) => word !== undefined);
  return words.length === 0 ? userAgent : words.join(' on ');
}
