/** Roles to choose from, with what each may do. */
import type { MemberRole } from '#domain/accounts/permissions.ts';
import { Radio, Stack } from '#portal/ui/controls.ts';
import { ROLE_WORDS } from './role-words.ts';

interface RoleChoiceProps<Role extends MemberRole> {
  readonly roles: readonly Role[];
  readonly role: Role;
  readonly choose: (role: Role) => void;
  readonly fault: string | null;
}

export function RoleChoice<Role extends MemberRole>({ roles, role, choose, fault }: RoleChoiceProps<Role>) {
  return (
    <Radio.Group
      label="Role"
      value={role}
      onChange={(value) => choose(roles.find((one) => one === value) ?? role)}
      error={fault}
    >
      <Stack gap="sm" mt="xs">
        {roles.map((one) => (
          <Radio
            key={one}
            value={one}
            name="role"
            label={ROLE_WORDS[one].label}
            description={ROLE_WORDS[one].explanation}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
