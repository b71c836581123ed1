/** The filters of the list. Each choice changes the address of the page, so that it can be shared. */
import { type ReactNode, useState } from 'react';
import { FAILURE_CODES } from '#domain/failure-codes.ts';
import { REGIONS } from '#domain/region.ts';
import { RISK_LEVELS } from '#domain/report.ts';
import { VERDICT_LEVELS } from '#domain/verdict/kinds.ts';
import { SUBMISSION_STATUSES } from '#domain/submission.ts';
import {
  Button,
  Collapse,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  TextInput,
  useDisclosure,
} from '#portal/ui/controls.ts';
import { levelWords, riskWords, statusWords } from '#portal/documents/submission-tags.tsx';
import { countFilters, type DocumentFilter, filterOf } from './filters.ts';

interface FilterBarProps {
  readonly filter: DocumentFilter;
  readonly onChange: (filter: DocumentFilter) => void;
}

/** The filters behind the button. */
const FURTHER = [
  'risk_level',
  'failure_code',
  'batch_id',
  'client_reference',
  'original_sha256',
  'normalized_sha256',
  'pipeline_spec',
  'region',
] as const;

export function FilterBar({ filter, onChange }: FilterBarProps) {
  const further = FURTHER.filter((name) => filter[name] !== undefined).length;
  const [isOpen, { toggle }] = useDisclosure(further > 0);
  const set = (change: Readonly<Record<string, string>>) => onChange(filterOf({ ...filter, ...change }));
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <Words
          name="status"
          label="Status"
          value={filter.status}
          words={SUBMISSION_STATUSES}
          show={statusWords}
          set={set}
        />
        <Words
          name="verdict_level"
          label="Verdict"
          value={filter.verdict_level}
          words={VERDICT_LEVELS.toReversed()}
          show={levelWords}
          set={set}
        />
        <Day name="from" label="From" value={filter.from} set={set} />
        <Day name="to" label="To" value={filter.to} set={set} />
        <Button variant="default" onClick={toggle} aria-expanded={isOpen}>
          {further > 0 ? `More filters (${further})` : 'More filters'}
        </Button>
        {countFilters(filter) > 0 && (
          <Button variant="subtle" onClick={() => onChange({})}>
            Show all
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
            <Words
              name="risk_level"
              label="Tampering"
              value={filter.risk_level}
              words={RISK_LEVELS}
              show={riskWords}
              set={set}
            />
            <Words name="failure_code" label="Reason" value={filter.failure_code} words={FAILURE_CODES} set={set} />
            <Words name="region" label="Region" value={filter.region} words={REGIONS} set={set} />
            <Text name="client_reference" label="Your reference" value={filter.client_reference} set={set} />
            <Text name="batch_id" label="Id of the batch" value={filter.batch_id} set={set} />
            <Text name="original_sha256" label="SHA-256 of the original" value={filter.original_sha256} set={set} />
            <Text name="normalized_sha256" label="SHA-256 of the result" value={filter.normalized_sha256} set={set} />
            <Text name="pipeline_spec" label="Specification, as norm-2" value={filter.pipeline_spec} set={set} />
          </SimpleGrid>
        )}
      </Collapse>
    </Stack>
  );
}

interface FieldProps {
  readonly name: keyof DocumentFilter;
  readonly label: string;
  readonly value: string | undefined;
  readonly set: (change: Readonly<Record<string, string>>) => void;
}

interface WordsProps extends FieldProps {
  readonly words: readonly string[];
  readonly show?: (word: string) => string;
}

function Words({ name, label, value = '', words, show = (word) => word, set }: WordsProps) {
  const data = [{ value: '', label: 'All' }, ...words.map((word) => ({ value: word, label: show(word) }))];
  return (
    <NativeSelect
      label={label}
      data={data}
      value={value}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
}

function Day({ name, label, value = '', set }: FieldProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
}

/** Takes effect with Enter, or when it is left. An invalid filter is reported and changes nothing. */
function Text({ name, label, value = '', set }: FieldProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? value;
  const isWrong = typed !== null && typed.trim() !== '' && filterOf({ [name]: typed })[name] === undefined;
  const apply = () => {
    if (typed === null || isWrong) return;
    set({ [name]: typed });
    setTyped(null);
  };
  return (
    <TextInput
      label={label}
      value={shown}
      error={isWrong && 'This is not one yet'}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
