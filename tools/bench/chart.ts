/** A chart of ratios for the documentation: one bar for each, with a line at equal cost. */

export interface Bar {
  readonly label: string;
  /** Our cost divided by that of the other tool. */
  readonly ratio: number;
}

const WIDTH = 720;
const LABEL_WIDTH = 250;
const ROW = 26;
const TOP = 44;
/** Longer bars are cut, and their figure gives the length. */
const LONGEST = 2;

/** @returns an SVG that uses the colours of the reader's page */
export function ratioChart(title: string, bars: readonly Bar[]): string {
  const height = TOP + bars.length * ROW + 12;
  const scale = (WIDTH - LABEL_WIDTH - 60) / LONGEST;
  const same = LABEL_WIDTH + scale;
  const rows = bars.map(({ label, ratio }, index) => {
    const y = TOP + index * ROW;
    const length = Math.min(ratio, LONGEST) * scale;
    return [
      `<text x="${LABEL_WIDTH - 8}" y="${y + 15}" text-anchor="end">${escaped(label)}</text>`,
      `<rect class="${ratio <= 1 ? 'less' : 'more'}" x="${LABEL_WIDTH}" y="${y + 3}" width="${length.toFixed(1)}" height="16" rx="2"/>`,
      `<text x="${(LABEL_WIDTH + length + 6).toFixed(1)}" y="${y + 15}">${ratio.toFixed(2)}</text>`,
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-weight: 600 }
.less { fill: #2b8a3e }
.more { fill: #c2255c }
line { stroke: #868e96; stroke-dasharray: 3 3 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .less { fill: #51cf66 } .more { fill: #f06595 } }
</style>
<text class="title" x="8" y="20">${escaped(title)}</text>
<text x="${same}" y="36" text-anchor="middle">1</text>
<line x1="${same}" y1="${TOP - 4}" x2="${same}" y2="${height - 8}"/>
${rows.join('\n')}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
