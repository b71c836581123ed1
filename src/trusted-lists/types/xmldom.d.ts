/** What is used of `@xmldom/xmldom`. Its own types bring those of browsers, which nothing else here may take for granted. */
export interface XmlNode {
  readonly nodeType: number;
  readonly firstChild: XmlNode | null;
  readonly nextSibling: XmlNode | null;
  readonly textContent: string | null;
  toString(): string;
}

export interface XmlElement extends XmlNode {
  readonly localName: string;
  readonly namespaceURI: string | null;
}

export interface XmlDocument extends XmlNode {
  readonly documentElement: XmlElement | null;
}

type Handler = (message: unknown) => void;

export class DOMParser {
  constructor(options: {
    readonly errorHandler: { readonly warning: Handler; readonly error: Handler; readonly fatalError: Handler };
  });
  parseFromString(xml: string, type: 'text/xml'): XmlDocument | undefined;
}
