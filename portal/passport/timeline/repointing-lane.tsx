/** A lane for revisions that bring no object and still change what is shown, by leading to bytes that were there. */
import { useId } from 'react';
import { Tag } from '#portal/ui/tone.tsx';
import type { Layout } from './layout.ts';

const HEIGHT = 16;

export function RepointingLane({ layout: { segments, width } }: { readonly layout: Layout }) {
  const stripes = useId();
  const repointing = segments.filter(({ onlyRepoints }) => onlyRepoints);
  if (repointing.length === 0) return null;
  const numbers = repointing.map(({ number }) => number).join(', ');
  return (
    <div style={{ marginBlock: '0.75rem' }}>
      <Tag tone="caution">changes references only</Tag>
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        aria-hidden
        style={{ display: 'block', marginBlock: '0.25rem' }}
      >
        <defs>
          <pattern id={stripes} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="6" height="6" fill="var(--fx-caution-soft)" />
            <rect width="2.5" height="6" fill="var(--fx-caution)" />
          </pattern>
        </defs>
        <line x1={0} x2={width} y1={HEIGHT / 2} y2={HEIGHT / 2} stroke="var(--fx-line)" strokeWidth={2} />
        {repointing.map((segment) => (
          <rect
            key={segment.number}
            x={segment.x + 0.5}
            y={1}
            width={Math.max(segment.width - 1, 2)}
            height={HEIGHT - 2}
            rx={2}
            fill={`url(#${stripes})`}
            stroke="var(--fx-caution)"
          />
        ))}
      </svg>
      <p style={{ margin: 0, fontSize: 'var(--mantine-font-size-sm)' }}>
        {repointing.length === 1 ? `Revision ${numbers} brings` : `Revisions ${numbers} bring`} no object, and{' '}
        {repointing.length === 1 ? 'makes' : 'make'} readers show older bytes of the file. Honest programs do not do
        that.
      </p>
    </div>
  );
}
