/** Signing in, and on to where the person wanted to go. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { SignIn } from '#portal/api/answers.ts';
import { begin } from '#portal/api/session.ts';
import { Group, Text } from '#portal/ui/controls.ts';
import { Link } from '#portal/ui/link.tsx';
import { Page } from '#portal/ui/page.tsx';
import { withinPortal } from './next.ts';
import { SignInForm } from './sign-in-form.tsx';

export function LoginPage() {
  const { next } = useSearch({ from: '/open/login' });
  const navigate = useNavigate();
  const [asksForMore, setAsksForMore] = useState(false);
  const signedIn = async (signIn: SignIn) => {
    begin(signIn);
    await navigate({ href: withinPortal(next) });
  };
  const isOnTheWay = next !== undefined && withinPortal(next) !== '/';
  return (
    <Page
      title={asksForMore ? 'Second factor' : 'Sign in'}
      {...(isOnTheWay && !asksForMore ? { lead: 'After that you see the page that you wanted.' } : {})}
    >
      <SignInForm signedIn={signedIn} onQuestion={(question) => setAsksForMore(question !== null)} />
      {!asksForMore && (
        <Group justify="space-between" gap="sm">
          <Link to="/forgot">Forgot your password?</Link>
          <Text component="span">
            New here?{' '}
            <Link to="/register" search={{ next }}>
              Sign up
            </Link>
          </Text>
        </Group>
      )}
    </Page>
  );
}
