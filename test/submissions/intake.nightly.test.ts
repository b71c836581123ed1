/** Tests that damaged files of every kind end in the same way in the service and on the command line. */
import { basename } from 'node:path';
import { mutant, seedFiles } from '#test/properties/campaign.ts';
import { FOLDER, type NamedFile, testIntake } from './intake.ts';

const SEED = 14;
const COUNT = 230;

testIntake(
  Array.from({ length: COUNT }, (_, index): NamedFile => {
    const { source, input } = mutant(seedFiles(FOLDER), SEED, index);
    return [`mutation ${index} of ${basename(source)}`, Buffer.from(input)];
  }),
);
