/** Links within the portal: typed by its routes. */
import { Anchor, Button } from '@mantine/core';
import type { AnchorProps, ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & { ref?: Ref<HTMLAnchorElement> };

export const Link = createLink((props: AnchorProps & Native) => <Anchor {...props} />);
export const LinkButton = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />);
