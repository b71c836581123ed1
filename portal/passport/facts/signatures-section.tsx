/** The signatures that the document came with, one by one. */
import { Paper, Stack, Text } from '#portal/ui/controls.ts';
import { Section } from '#portal/ui/page.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { Facts, Foreign, Moment } from '#portal/ui/words.tsx';
import { type FactsProps, NothingFound } from './content-sections.tsx';
import { CodeLink, FindingList } from './finding-list.tsx';
import { causeOf, findingsOf, titleOf } from './findings.ts';
import { verdictOn } from '#domain/verdict/signature-words.ts';
import { chainWords, expiryWords, type Signature, timestampWords } from './signature-facts.ts';

export function SignaturesSection({ submission, report }: FactsProps) {
  const signatures = submission.security.signatureVerificationResults ?? [];
  const findings = findingsOf(submission, 'signatures').filter(({ code }) => code !== 'SIGNATURE_INVALID');
  return (
    <Section title="Signatures">
      <Stack gap="md">
        {signatures.map((signature, index) => (
          <OneSignature key={`${signature.fieldName} ${index}`} signature={signature} all={signatures} />
        ))}
        <FindingList findings={findings} label="Signatures" />
        {signatures.length === 0 && (
          <NothingFound {...{ submission, report }} stage="DigitalSignatureDetection">
            The document came without signatures.
          </NothingFound>
        )}
      </Stack>
    </Section>
  );
}

interface OneSignatureProps {
  readonly signature: Signature;
  readonly all: readonly Signature[];
}

function OneSignature({ signature, all }: OneSignatureProps) {
  const { tone, words } = verdictOn(signature);
  const { fieldName, signerName, signedAt, reason, bestSignatureTime } = signature;
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="sm">
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.5rem 0.75rem', alignItems: 'center' }}>
          <Tag tone={tone}>{words}</Tag>
          <Text fw={600} component="h3" m={0} style={{ minWidth: 0 }}>
            <Foreign>{fieldName}</Foreign>
          </Text>
        </div>
        {reason !== null && <Reason code={reason} isValid={signature.valid} />}
        <Facts
          rows={[
            [
              'Signer named in the certificate',
              signerName === null ? 'None, because there is no certificate' : <Foreign key="n">{signerName}</Foreign>,
            ],
            ['Claimed time of signing', signedAt === null ? 'Not stated' : <Moment key="t" at={signedAt} />],
            ['Chain of certificates', chainWords(signature)],
            ['Certificate', expiryWords(signature, all)],
            ['Timestamp', timestampWords(signature)],
            ...(bestSignatureTime ? ([['Existed on', <Moment key="b" at={bestSignatureTime} />]] as const) : []),
          ]}
        />
      </Stack>
    </Paper>
  );
}

function Reason({ code, isValid }: { readonly code: string; readonly isValid: boolean }) {
  return (
    <Text component="p" m={0}>
      <strong>{titleOf(code)}.</strong> {causeOf(code)} {isValid && 'It is valid nevertheless. '}
      <CodeLink code={code} />
    </Text>
  );
}
