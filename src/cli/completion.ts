/** `fixpoint completion`: what a shell needs to complete commands, options and their values, made of the commands themselves. */
import { Argument, type Command } from 'commander';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Last of all: it knows the commands that are there. */
export function addCompletion(cli: Command): void {
  cli
    .command('completion')
    .description('print the completion script for bash, zsh or fish, for example: source <(fixpoint completion bash)')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell: Shell) => {
      process.stdout.write(SCRIPTS[shell](cli.name(), wordsOf(cli)));
    });
}

interface CommandWords {
  readonly name: string;
  readonly description: string;
  /** Values of the arguments, where they are words and no files. */
  readonly values: readonly string[];
  readonly options: readonly OptionWords[];
}

interface OptionWords {
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly values: readonly string[];
}

function wordsOf(cli: Command): readonly CommandWords[] {
  return cli.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    values: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    options: command
      .createHelp()
      .visibleOptions(command)
      .map(({ short, long, description, required, optional, argChoices }) => ({
        flags: [short, long].filter((flag) => flag !== undefined),
        description,
        takesValue: required || optional,
        values: argChoices ?? [],
      })),
  }));
}

const SCRIPTS: Readonly<Record<Shell, (name: string, commands: readonly CommandWords[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

function bashScript(name: string, commands: readonly CommandWords[]): string {
  const flagsOf = ({ options }: CommandWords) => options.flatMap(({ flags }) => flags).join(' ');
  const values = commands.flatMap((command) =>
    command.options
      .filter((option) => option.values.length > 0)
      .flatMap(({ flags, values: words }) =>
        flags.map((flag) => `    ${command.name}:${flag}) words='${words.join(' ')}' ;;`),
      ),
  );
  const files = commands.flatMap((command) =>
    command.options
      .filter((option) => option.takesValue && option.values.length === 0)
      .flatMap(({ flags }) => flags.map((flag) => `${command.name}:${flag}`)),
  );
  return `# bash completion of ${name}: source <(${name} completion bash)
_${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    mapfile -t COMPREPLY < <(compgen -W '${commands.map((command) => command.name).join(' ')} --help --version' -- "$current")
    return
  fi
  case "$command:$previous" in
${values.join('\n')}
    ${files.join('|')}) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
  esac
  if [[ -z $words && $current == -* ]]; then
    case "$command" in
${commands.map((command) => `      ${command.name}) words='${flagsOf(command)}' ;;`).join('\n')}
    esac
  elif [[ -z $words ]]; then
    case "$command" in
${commands
  .filter((command) => command.values.length > 0)
  .map((command) => `      ${command.name}) words='${command.values.join(' ')}' ;;`)
  .join('\n')}
    esac
  fi
  if [[ -n $words ]]; then mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  else mapfile -t COMPREPLY < <(compgen -f -- "$current"); fi
}
complete -o filenames -F _${name} ${name}
`;
}

function zshScript(name: string, commands: readonly CommandWords[]): string {
  const spec = ({ flags, description, takesValue, values }: OptionWords) => {
    const value = takesValue ? `:value:${values.length > 0 ? `(${values.join(' ')})` : '_files'}` : '';
    const names = flags.length > 1 ? `'(${flags.join(' ')})'{${flags.join(',')}}` : flags.join('');
    return `${names}'[${zshWords(description)}]${value}'`;
  };
  const cases = commands.map((command) => {
    const argument = command.values.length > 0 ? `(${command.values.join(' ')})` : '_files';
    return `    ${command.name}) _arguments ${[...command.options.map(spec), `'*:argument:${argument}'`].join(' \\\n      ')} ;;`;
  });
  const list = commands.map((command) => `    '${command.name}:${zshWords(command.description)}'`);
  return `#compdef ${name}
# zsh completion of ${name}: source <(${name} completion zsh), after compinit
_${name}() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _${name} ${name}
`;
}

/** Within single quotes, in square brackets or before a colon. */
function zshWords(text: string): string {
  return text.replaceAll(/[\\[\]:]/g, String.raw`\$&`).replaceAll("'", `'\\''`);
}

function fishScript(name: string, commands: readonly CommandWords[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c ${name} -n __fish_use_subcommand -f -a ${command.name} -d ${fishWords(command.description)}`,
    ...command.options.map((option) => fishOption(name, command.name, option)),
    ...(command.values.length > 0
      ? [`complete -c ${name} -n '__fish_seen_subcommand_from ${command.name}' -f -a '${command.values.join(' ')}'`]
      : []),
  ]);
  return `# fish completion of ${name}: ${name} completion fish | source\n${lines.join('\n')}\n`;
}

function fishOption(name: string, command: string, { flags, description, takesValue, values }: OptionWords): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = values.length > 0 ? ` -x -a '${values.join(' ')}'` : takesValue ? ' -r' : '';
  return `complete -c ${name} -n '__fish_seen_subcommand_from ${command}' ${names.join(' ')}${value} -d ${fishWords(description)}`;
}

function fishWords(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
