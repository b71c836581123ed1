import { expect, test } from 'vitest';
import { openerOf } from './open.ts';

const everywhere = () => true;
const nowhere = () => false;

test.each([
  ['a Mac', 'darwin', {}, 'open'],
  ['Windows', 'win32', {}, 'cmd'],
  ['a screen of X11', 'linux', { DISPLAY: ':0', PATH: '/usr/bin' }, 'xdg-open'],
  ['a screen of Wayland', 'linux', { WAYLAND_DISPLAY: 'wayland-0', PATH: '/usr/bin' }, 'xdg-open'],
] as const)('on %s the page is opened', (_, platform, env, command) => {
  expect(openerOf(platform, env, everywhere)?.command).toBe(command);
});

test.each([
  ['without a screen', 'linux', { PATH: '/usr/bin' }, everywhere],
  ['without a program that opens pages', 'linux', { DISPLAY: ':0', PATH: '/usr/bin' }, nowhere],
  ['far away from the screen', 'darwin', { SSH_CONNECTION: '192.0.2.1 22' }, everywhere],
  ['in a build', 'darwin', { CI: 'true' }, everywhere],
] as const)('%s nothing is opened', (_, platform, env, isFile) => {
  expect(openerOf(platform, env, isFile)).toBeNull();
});
