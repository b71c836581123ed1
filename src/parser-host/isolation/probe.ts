/**
 * A program that is started like a parser child. It reports that it runs and waits for the end of its input, so that it
 * can be inspected.
 */
import { Socket } from 'node:net';

const replies = new Socket({ fd: 3, readable: false });
replies.write('running\n');
process.stdin.resume().once('end', () => replies.end());
