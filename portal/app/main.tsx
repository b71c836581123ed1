/** The portal in the browser. */
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { UiProvider } from '#portal/ui/provider.tsx';
import { createPortalRouter } from './router.tsx';

const router = createPortalRouter();
const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for the portal.');
createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>
  </StrictMode>,
);
