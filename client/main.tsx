import './ui/tokens.css';
import './ui/fonts/anek-latin.css';
import './ui/base.css';
import './ui/shell.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { activateEnglish, activateLanguage, preferredLanguage } from './i18n/language.ts';

// A language that cannot be fetched now must not keep anybody out.
void activateLanguage(preferredLanguage()).catch(activateEnglish).then(show);

function show(): void {
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
