/** The rights of each role, as the service decides them. */
import { MEMBER_ROLES } from '#domain/accounts/permissions.ts';
import { Section } from '#portal/ui/page.tsx';
import { type Column, DataTable } from '#portal/ui/table.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { type Right, rights, ROLE_WORDS } from './role-words.ts';

const COLUMNS: readonly Column<Right>[] = [
  { title: 'To', cell: ({ words }) => words },
  ...MEMBER_ROLES.map((role) => ({
    title: ROLE_WORDS[role].label,
    cell: ({ roles }: Right) =>
      roles.includes(role) ? (
        <Tag tone="good">yes</Tag>
      ) : (
        <Tag tone="neutral" symbol="cross">
          no
        </Tag>
      ),
  })),
];

export function RoleTable() {
  return (
    <Section title="What each role may do">
      <DataTable caption="Roles, and what each may do" rows={rights()} keyOf={({ words }) => words} columns={COLUMNS} />
    </Section>
  );
}
