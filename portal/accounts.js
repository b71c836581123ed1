/** What people do before they have signed in: the views that mails lead to. */
import { FIELDS, form, linkTo, paragraph } from './elements.js';
import { call, forget, signIn } from './session.js';

/** @import { View, Visit } from './main.js' */

/**
 * @param {Visit} visit
 * @returns {View}
 */
export function login({ signedIn }) {
  const fields = [FIELDS.email, FIELDS.password];
  return {
    title: 'Sign in',
    content: [
      form(fields, 'Sign in', async (values) => {
        await signIn('auth/login', values);
        signedIn();
      }),
      linkTo('forgot', 'Forgot your password?'),
    ],
  };
}

/**
 * @param {Visit} visit
 * @returns {View}
 */
export function forgot({ display }) {
  return {
    title: 'Choose a new password',
    content: [
      paragraph('We send you a mail with a link to choose a new password.'),
      form([FIELDS.email], 'Send the mail', async (values) => {
        /** @type {{ message: string }} */
        const { message } = await call('POST', 'auth/forgot-password', values);
        display({ title: 'Look into your mail', content: [paragraph(message), linkTo('login', 'Sign in')] });
      }),
      linkTo('login', 'Sign in'),
    ],
  };
}

/**
 * @param {Visit} visit
 * @returns {View}
 */
export function reset({ parameters, display }) {
  const token = parameters.get('token') ?? '';
  return {
    title: 'Choose a new password',
    content: [
      form([FIELDS.newPassword], 'Save the password', async (values) => {
        /** @type {{ message: string }} */
        const { message } = await call('POST', 'auth/reset-password', { token, ...values });
        forget();
        display({ title: 'The password was changed', content: [paragraph(message), linkTo('login', 'Sign in')] });
      }),
      linkTo('forgot', 'Send me another link'),
    ],
  };
}

/**
 * With the password, not at the visit: programs that look for malware follow the links of mails, and somebody else may have
 * registered with the address.
 *
 * @param {Visit} visit
 * @returns {View}
 */
export function verify({ parameters, display }) {
  const token = parameters.get('token') ?? '';
  return {
    title: 'Confirm your e-mail address',
    content: [
      paragraph('So that we know that our mails reach you. It takes the password you have registered with.'),
      form([FIELDS.password], 'Confirm', async (values) => {
        /** @type {{ message: string }} */
        const { message } = await call('POST', 'auth/verify-email', { token, ...values });
        forget();
        display({ title: 'Thank you', content: [paragraph(message), linkTo('login', 'Sign in')] });
      }),
      linkTo('forgot', 'It was not you who registered, or you forgot the password?'),
      linkTo('home', 'Sign in to have the mail sent again'),
    ],
  };
}

/**
 * @param {Visit} visit
 * @returns {Promise<View>}
 */
export async function invitation({ parameters, signedIn }) {
  const token = parameters.get('token') ?? '';
  /** @type {{ organizationName: string, email: string, role: string }} */
  const { organizationName, email, role } = await call('GET', `auth/invitations/${encodeURIComponent(token)}`);
  const address = { ...FIELDS.email, value: email };
  return {
    title: `Join ${organizationName}`,
    content: [
      paragraph(`You are invited to join the organization “${organizationName}” with the role ${role}.`),
      form([address, FIELDS.newPassword], 'Join', async ({ password }) => {
        await signIn('auth/accept-invite', { token, password });
        signedIn();
      }),
    ],
  };
}
