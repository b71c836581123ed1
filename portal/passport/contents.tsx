/** The sections of a long page as links, in their order on the page. */
import { Button, Group } from '#portal/ui/controls.ts';
import { useLayoutEffect, useRef, useState } from 'react';

/** The list is itself a section of the page. */
export function Contents() {
  const own = useRef<HTMLElement>(null);
  const [titles, setTitles] = useState<readonly string[]>([]);
  useLayoutEffect(() => {
    const content = own.current?.parentElement;
    if (!content) return undefined;
    const look = () => {
      const found = headings(content).map(({ textContent }) => textContent);
      setTitles((known) => (known.join('\n') === found.join('\n') ? known : found));
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(content, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  const go = (index: number) => {
    const heading = headings(own.current?.parentElement)[index];
    if (!heading) return;
    // It takes the focus, so that the keyboard and a screen reader go on from there.
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: 'start' });
  };
  return (
    <nav ref={own} aria-label="On this page" className="fx-no-print">
      <Group component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {titles.map((title, index) => (
          <li key={title}>
            <Button size="compact-sm" variant="default" onClick={() => go(index)}>
              {title}
            </Button>
          </li>
        ))}
      </Group>
    </nav>
  );
}

function headings(content: HTMLElement | null | undefined): readonly HTMLHeadingElement[] {
  return [...(content?.querySelectorAll<HTMLHeadingElement>('section[aria-labelledby] h2') ?? [])];
}
