/** A page for each setting of the services, and the list of them. */
import { describedSettings, type DescribedSetting } from '#src/config.ts';
import { type DocPage, table } from './doc-page.ts';

export function settingPages(): DocPage[] {
  const settings = describedSettings();
  return [listPage(settings), ...settings.map(settingPage)];
}

function listPage(settings: readonly DescribedSetting[]): DocPage {
  const rows = (isOfCompose: boolean): string[][] =>
    settings
      .filter((setting) => setting.isOfCompose === isOfCompose)
      .map(({ name, about, isRequired }) => [
        `[\`${name}\`](/docs/settings/${name})`,
        `${about}.${isRequired ? ' **Required.**' : ''}`,
      ]);
  const summary = 'All settings of the service with their defaults.';
  const markdown = [
    '# Settings',
    summary,
    'Settings are variables of the environment. API and worker read them once, when they start, and report all mistakes together. ' +
      '`npm start` needs none of them.',
    table(['Setting', 'Meaning'], rows(false)),
    '## Only for docker-compose.yml',
    table(['Setting', 'Meaning'], rows(true)),
  ].join('\n\n');
  return { path: '/docs/settings', chapter: 'settings', title: 'Settings', summary, markdown, isIndex: true };
}

function settingPage({ name, about, shown, fallback, isRequired, isOfCompose }: DescribedSetting): DocPage {
  const readers = isOfCompose ? '`docker-compose.yml`' : 'the API, the worker, or both';
  const facts = [
    ['Read by', readers],
    ['Required', isRequired ? 'yes' : 'no'],
    ...(fallback === null ? [] : [['When it is not set', `\`${fallback}\``]]),
    ...(shown === null || shown === '' || shown === fallback ? [] : [['For example', `\`${name}=${shown}\``]]),
  ];
  const markdown = [`# ${name}`, `${about}.`, table(['', ''], facts), '[All settings](/docs/settings)'].join('\n\n');
  const summary = `${about}.`;
  return { path: `/docs/settings/${name}`, chapter: 'settings', title: name, summary, markdown };
}
