/** What is used of `xml-crypto`, whose own types bring those of browsers too. */
export interface SignatureAlgorithm {
  getAlgorithmName(): string;
  getSignature(): string;
  /** `material` is the canonical SignedInfo, `value` its signature in Base64. */
  verifySignature(material: string, key: unknown, value: string): boolean;
}

export interface HashAlgorithm {
  getAlgorithmName(): string;
  /** In Base64. */
  getHash(xml: string): string;
}

export class SignedXml {
  SignatureAlgorithms: Record<string, new () => SignatureAlgorithm>;
  HashAlgorithms: Record<string, new () => HashAlgorithm>;
  constructor(options: { readonly publicCert: string; readonly getCertFromKeyInfo: () => null });
  loadSignature(signature: string): void;
  checkSignature(xml: string): boolean;
  /** After a check that held: each text that is signed, in canonical form. */
  getSignedReferences(): string[];
}
