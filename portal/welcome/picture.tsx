/** A signed file as a strip: what the signature covers, and what came afterwards. */

interface Part {
  readonly tone: 'neutral' | 'info' | 'danger';
  readonly width: number;
  readonly title: string;
  readonly content: string;
}

const WIDE: readonly Part[] = [
  { tone: 'neutral', width: 470, title: 'Revision 1: the contract', content: 'Licence fee, once: EUR 4,800' },
  { tone: 'info', width: 190, title: '2: the signature', content: 'Alice Example' },
  { tone: 'danger', width: 210, title: '3: a change of page 1', content: 'EUR 48,000' },
];
const NARROW: readonly Part[] = [
  { tone: 'neutral', width: 118, title: '1: contract', content: 'EUR 4,800' },
  { tone: 'info', width: 112, title: '2: signature', content: 'A. Example' },
  { tone: 'danger', width: 118, title: '3: changed', content: 'EUR 48,000' },
];

export function Picture() {
  return (
    <figure className="fx-figure">
      <Strip parts={WIDE} className="fx-wide" />
      <Strip parts={NARROW} className="fx-narrow" />
      <figcaption>
        A contract that was signed and changed afterwards. A reader shows the new page with the old signature on it. The
        passport shows both pages, and which of them was signed.
      </figcaption>
    </figure>
  );
}

const GAP = 6;
const WORDS =
  'A file of three revisions: the contract, the signature, and a change of page 1. The signature covers the first two, and not the third.';

/** The last part is the one that no signature covers. */
function Strip({ parts, className }: { readonly parts: readonly Part[]; readonly className: string }) {
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((at, { width }) => at + width + GAP, 1));
  const end = (starts.at(-1) ?? 0) + (parts.at(-1)?.width ?? 0);
  const uncovered = starts.at(-1) ?? 0;
  const covered = uncovered - GAP;
  return (
    <svg viewBox={`0 0 ${end + 1} 170`} role="img" aria-label={WORDS} className={className}>
      <defs>
        <pattern
          id={`${className}-hatch`}
          width={8}
          height={8}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line x1={0} y1={0} x2={0} y2={8} stroke="var(--fx-danger)" strokeWidth={1.5} />
        </pattern>
      </defs>
      {parts.map(({ tone, width, title, content }, index) => {
        const place = { x: starts[index], y: 34, width, height: 48, rx: 4 };
        return (
          <g key={title} className={`fx-part fx-tone-${tone}`}>
            <text x={place.x} y={22}>
              {title}
            </text>
            <rect {...place} />
            {tone === 'danger' && <rect {...place} style={{ fill: `url(#${className}-hatch)`, opacity: 0.35 }} />}
            <text x={(place.x ?? 0) + 12} y={63}>
              {content}
            </text>
          </g>
        );
      })}
      <g className="fx-part fx-tone-info">
        <path d={`M1 108v16M1 116H${covered}M${covered} 108v16`} className="fx-lane" />
        <text x={1} y={146} className="fx-plain">
          covered by the signature
        </text>
      </g>
      <g className="fx-part fx-tone-danger">
        <path d={`M${uncovered} 116H${end}`} className="fx-lane" strokeDasharray="7 6" />
        <text x={uncovered} y={146}>
          not covered
        </text>
      </g>
    </svg>
  );
}
