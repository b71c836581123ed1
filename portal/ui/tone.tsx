/** Tags and banners whose colour, symbol and words always agree. */
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Clock,
  Info,
  type LucideIcon,
  ShieldAlert,
  ShieldCheck,
  Signature,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';

export type Tone = 'danger' | 'caution' | 'good' | 'neutral' | 'info';

const SYMBOLS = {
  alert: CircleAlert,
  check: CircleCheck,
  clock: Clock,
  cross: CircleX,
  pending: CircleDashed,
  info: Info,
  shield: ShieldCheck,
  'shield-alert': ShieldAlert,
  signature: Signature,
  unknown: CircleHelp,
  warning: TriangleAlert,
} satisfies Record<string, LucideIcon>;

export type SymbolName = keyof typeof SYMBOLS;

const USUAL: Readonly<Record<Tone, SymbolName>> = {
  danger: 'shield-alert',
  caution: 'warning',
  good: 'check',
  neutral: 'unknown',
  info: 'info',
};

interface Toned {
  readonly tone: Tone;
  /** The usual one of the tone unless told. */
  readonly symbol?: SymbolName;
  readonly children: ReactNode;
}

export function Symbol({
  tone,
  symbol = USUAL[tone],
  size = 16,
}: Omit<Toned, 'children'> & { readonly size?: number }) {
  const Icon = SYMBOLS[symbol];
  return <Icon aria-hidden size={size} style={{ flexShrink: 0 }} />;
}

/** A word in a table or beside a heading. */
export function Tag({ tone, symbol, children }: Toned) {
  return (
    <span className={`fx-tag fx-tone-${tone}`}>
      <Symbol tone={tone} {...(symbol ? { symbol } : {})} size={14} />
      {children}
    </span>
  );
}

interface BannerProps extends Toned {
  readonly title?: ReactNode;
  /** Said at once to screen readers; for what came up by itself. */
  readonly isAlert?: boolean;
}

/** A sentence that matters, over the full width. */
export function Banner({ tone, symbol, title, children, isAlert = false }: BannerProps) {
  return (
    <div className={`fx-banner fx-tone-${tone}`} {...(isAlert ? { role: 'alert' } : {})}>
      {title !== undefined && (
        <div className="fx-banner-title" style={{ display: 'flex', alignItems: 'center', gap: '0.5rem' }}>
          <Symbol tone={tone} {...(symbol ? { symbol } : {})} size={20} />
          <span>{title}</span>
        </div>
      )}
      {children !== null && children !== undefined && <div>{children}</div>}
    </div>
  );
}
