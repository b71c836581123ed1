/** The commands of a clone and of the package alike. */
import { Command } from 'commander';
import { addCommands } from './commands.ts';

export const program = () => addCommands(new Command('fixpoint'));
