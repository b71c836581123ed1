/** Works a page with the mouse or with the keyboard only. Both make the same journeys. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Locator, Page } from 'playwright-core';

export interface Hands {
  readonly press: (control: Locator) => Promise<void>;
  /** Replaces the text of a field by typing. */
  readonly fill: (field: Locator, text: string) => Promise<void>;
  /** Gives files to the button that requests them. */
  readonly choose: (button: Locator, paths: readonly string[]) => Promise<void>;
}

export function mouse(page: Page): Hands {
  return {
    press: (control) => control.click(),
    fill: (field, text) => field.fill(text),
    choose: (button, paths) => choosing(page, paths, () => button.click()),
  };
}

/** No page has more stops of the keyboard. */
const MAX_STOPS = 200;

/** Reaches elements only with Tab, presses them with Enter, and writes by typing. */
export function keyboard(page: Page): Hands {
  const reach = async (control: Locator) => {
    await control.waitFor();
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      if ((await control.and(page.locator(':focus')).count()) > 0) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${MAX_STOPS} times Tab do not lead to ${String(control)}.`);
  };
  const press = async (control: Locator) => {
    await reach(control);
    await page.keyboard.press('Enter');
  };
  return {
    press,
    async fill(field, text) {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    choose: (button, paths) => choosing(page, paths, () => press(button)),
  };
}

async function choosing(page: Page, paths: readonly string[], ask: () => Promise<void>): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), ask()]);
  await chooser.setFiles([...paths]);
}

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export function fileAt(path: string): NamedBytes {
  return { name: basename(path), bytes: readFileSync(path) };
}

/** Drags files from outside over an element of the page and drops them. */
export async function drop(target: Locator, files: readonly NamedBytes[]): Promise<void> {
  const texts = files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('base64')]);
  const dataTransfer = await target.page().evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const [name, text] of ${JSON.stringify(texts)}) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: name.endsWith('.pdf') ? 'application/pdf' : '' }));
    }
    return transfer;
  })()`);
  await target.dispatchEvent('dragover', { dataTransfer });
  await target.dispatchEvent('drop', { dataTransfer });
}
