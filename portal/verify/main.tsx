/** The page /verify in the browser. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { UiProvider } from '#portal/ui/provider.tsx';
import { VerifyPage } from './verify-page.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for its content.');
createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <VerifyPage />
    </UiProvider>
  </StrictMode>,
);
