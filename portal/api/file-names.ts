/** Names of files as they may be written to a disk: what strangers wrote is made harmless, and stays readable. */

const LONGEST = 120;
const EXTENSION = /\.[A-Za-z0-9]{1,8}$/;
/**
 * Characters that lead to another folder, that systems refuse, or that are invisible, such as controls and direction
 * marks.
 */
const UNFIT = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
/** Windows takes these for devices, whatever their extension. */
const DEVICE = /^(?:CON|PRN|AUX|NUL|COM\d|LPT\d)(?:\.|$)/i;

export function safeFileName(text: string, otherwise = 'document'): string {
  const clean = text
    .normalize('NFC')
    .replaceAll(UNFIT, '_')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  const named = clean === '' ? otherwise : clean;
  const fit = DEVICE.test(named) ? `_${named}` : named;
  if (fit.length <= LONGEST) return fit;
  const extension = EXTENSION.exec(fit)?.[0] ?? '';
  return cut(fit.slice(0, LONGEST - extension.length)) + extension;
}

/** Adds the extension, unless the name has it. */
export function withExtension(name: string, extension: string): string {
  const bare = name.toLowerCase().endsWith(`.${extension}`) ? name.slice(0, -extension.length - 1) : name;
  return safeFileName(`${bare === '' ? 'document' : bare}.${extension}`);
}

/** Returns each name once: the second `a.pdf` becomes `a (2).pdf`, also where only the case of letters differs. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  const lastOf = new Map<string, number>();
  return (name) => {
    const extension = EXTENSION.exec(name)?.[0] ?? '';
    const bare = name.slice(0, name.length - extension.length);
    const root = name.toLowerCase();
    let unique = name;
    for (let count = lastOf.get(root) ?? 1; taken.has(unique.toLowerCase()); lastOf.set(root, count)) {
      count += 1;
      unique = `${bare} (${count})${extension}`;
    }
    taken.add(unique.toLowerCase());
    return unique;
  };
}

/** Half of a pair of surrogates is no character. */
function cut(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}
