/** This program is started as a parser child is. It says that it runs, and waits to be looked at until its input ends. */
import { Socket } from 'node:net';

const replies = new Socket({ fd: 3, readable: false });
replies.write('running\n');
process.stdin.resume().once('end', () => replies.end());
