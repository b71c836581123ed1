/** Light, dark, or as the system has it. */
import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { SchemeAutoIcon, SchemeDarkIcon, SchemeLightIcon } from '#portal/ui/icons.ts';

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const;
const ICONS = { auto: SchemeAutoIcon, light: SchemeLightIcon, dark: SchemeDarkIcon };
const WORDS = { auto: 'Colours of the system', light: 'Light colours', dark: 'Dark colours' };

export function SchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = ICONS[colorScheme];
  return (
    <ActionIcon
      variant="default"
      size={30}
      title={WORDS[colorScheme]}
      aria-label={`${WORDS[colorScheme]}; change`}
      onClick={() => setColorScheme(NEXT[colorScheme])}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
