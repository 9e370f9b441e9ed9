import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { activateLanguage } from './i18n/language.ts';
import './ui/fonts/anek-latin.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/shell.css';

activateLanguage();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
