/** A link of the navigation, typed by the routes of the portal. */
import { NavLink, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & { ref?: Ref<HTMLAnchorElement> };

export const LinkOfNavigation = createLink((props: NavLinkProps & Native) => <NavLink component="a" {...props} />);
