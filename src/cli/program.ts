/** The commands of a clone and of the package alike. */
import { Command } from 'commander';
import { z } from 'zod';
import { addCommands } from './commands.ts';

z.config({ jitless: true });

export const program = () => addCommands(new Command('fixpoint'));
