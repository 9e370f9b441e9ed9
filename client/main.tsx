import './ui/tokens.css';
import './ui/fonts/anek-latin.css';
import './ui/base.css';
import './ui/shell.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { firstScreen } from './app/first-screen.ts';
import { activateEnglish, activateLanguage, preferredLanguage } from './i18n/language.ts';
import { logProblem } from './lib/log-problem.ts';

// A language that cannot be fetched now must not keep anybody out. A screen comes with its texts in the language that is on.
void activateLanguage(preferredLanguage()).catch(activateEnglish).then(firstScreen).then(show);

// After everything else: the copy for later must not take the line from what is wanted now.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const later = () => setTimeout(() => void startOfflineCopy(), 3000);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later);
}

// Without it the app works just the same, online.
async function startOfflineCopy(): Promise<void> {
  try {
    await (await import('./lib/keep-offline.ts')).keepOffline();
  } catch (error) {
    logProblem('No offline copy', error);
  }
}

function show(): void {
  const root = document.getElementById('root');
  if (!root) return;
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  // In slices: a tap in between is not kept waiting.
  startTransition(() => createRoot(root).render(app));
}
