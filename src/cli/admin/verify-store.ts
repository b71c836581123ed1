/** `fixpoint admin verify-store`: whether every object that a row refers to is in the store as it was put, and no other. */
import { auditStore, type Flaw } from '#store/objects/store-audit.ts';
import { say } from '#src/cli/terminal.ts';
import { withParts } from './parts.ts';

/** Answers the exit code: 1 where something is missing or corrupt. An object without a reference only uses space. */
export function verifyStore({ quick, json }: { readonly quick: boolean; readonly json: boolean }): Promise<number> {
  return withParts(async (database, store) => {
    const counts: Record<Flaw['kind'] | 'looked', number> = { looked: 0, missing: 0, corrupt: 0, unreferenced: 0 };
    const onLooked = () => void (counts.looked += 1);
    for await (const flaw of auditStore(database, store, { quick, onLooked })) {
      counts[flaw.kind] += 1;
      process.stdout.write(json ? `${JSON.stringify(flaw)}\n` : `${flaw.kind.padEnd(12)} ${flaw.region} ${flaw.key}\n`);
    }
    const { looked, missing, corrupt, unreferenced } = counts;
    say(`${looked} objects that rows refer to: ${missing} missing, ${corrupt} corrupt. ${unreferenced} without a row.`);
    return missing + corrupt === 0 ? 0 : 1;
  });
}
