/** The options of the next files, each with its effect on the file. */
import { Radio, Stack, Switch, Text } from '#portal/ui/controls.ts';
import { POLICIES, type Policy, SWITCHES, type UploadOptions } from './options.ts';

interface OptionsPanelProps {
  readonly options: UploadOptions;
  readonly onChange: (options: UploadOptions) => void;
}

export function OptionsPanel({ options, onChange }: OptionsPanelProps) {
  return (
    <Stack gap="lg">
      {POLICIES.map((policy) => (
        <PolicyChoice key={policy.name} policy={policy} options={options} onChange={onChange} />
      ))}
      {SWITCHES.map(({ name, label, effect }) => (
        <Switch
          key={name}
          label={label}
          description={effect}
          checked={options[name]}
          onChange={(event) => onChange({ ...options, [name]: event.currentTarget.checked })}
        />
      ))}
      <Text fz="sm" c="dimmed">
        Options apply to the files that you add from now on. The name of a file is stored with its document, as metadata{' '}
        <code>filename</code>, and erased with it.
      </Text>
    </Stack>
  );
}

function PolicyChoice({ policy, options, onChange }: OptionsPanelProps & { readonly policy: Policy }) {
  const { name, label, choices } = policy;
  return (
    <Radio.Group label={label} value={options[name]} onChange={(value) => onChange({ ...options, [name]: value })}>
      <Stack gap="xs" mt="xs">
        {choices.map((choice) => (
          <Radio key={choice.value} value={choice.value} label={choice.label} description={choice.effect} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
