/** This program is started as a parser child is, and says which network it is in, and what of it is up. */
import { readlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import type { NetworkSeen } from './network.ts';

const seen: NetworkSeen = {
  namespace: readlinkSync('/proc/self/ns/net'),
  interfaces: Object.keys(networkInterfaces()),
};
process.stdout.write(JSON.stringify(seen));
