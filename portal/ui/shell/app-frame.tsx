/** Navigation at the side on wide screens, behind a button on small ones; the content beside it. */
import './app-frame.css';
import { Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';

interface AppFrameProps {
  readonly title: ReactNode;
  readonly tools: ReactNode;
  /** @param close puts it away again where it covers the content */
  readonly navigation: (close: () => void) => ReactNode;
  readonly foot: ReactNode;
  readonly children: ReactNode;
}

/** Paper is light: a page of dark colours would be light words on it. */
function useLightPaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let shown = dataset[SCHEME];
    const before = () => {
      shown = dataset[SCHEME];
      dataset[SCHEME] = 'light';
    };
    const after = () => {
      dataset[SCHEME] = shown;
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
}

/** Mantine's attribute. */
const SCHEME = 'mantineColorScheme';

export function AppFrame({ title, tools, navigation, foot, children }: AppFrameProps) {
  useLightPaper();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const content = () => document.querySelector<HTMLElement>('#content')?.focus();
  return (
    <>
      <header className="fx-frame-header fx-no-print">
        {/* A link would change the fragment, which names the page. */}
        <button type="button" className="fx-skip" onClick={content}>
          Skip to the content
        </button>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Navigation"
              aria-expanded={isOpen}
            />
            {title}
          </Group>
          {tools}
        </Group>
      </header>
      <nav className="fx-frame-navigation fx-no-print" aria-label="Pages" data-closed={isOpen ? undefined : true}>
        <div>{navigation(close)}</div>
        <div>{foot}</div>
      </nav>
      <main className="fx-frame-content" id="content" tabIndex={-1}>
        <div>{children}</div>
      </main>
    </>
  );
}
