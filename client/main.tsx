import './ui/tokens.css';
import './ui/fonts/anek.css';
import './ui/base.css';
import './ui/shell.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { preloadFirstScreen } from './app/routes.ts';
import { activateEnglish, activateLanguage } from './i18n/language.ts';
import { chosenLanguage } from './lib/chosen-language.ts';
import { logProblem } from './lib/log.ts';

// A language that cannot be fetched must not block the app. A screen loads with its texts in the active language.
void addMissingMethods()
  .then(() => activateLanguage(chosenLanguage() ?? 'en'))
  .catch(activateEnglish)
  .then(preloadFirstScreen)
  .then(show);

async function addMissingMethods(): Promise<void> {
  if (!('toSorted' in Array.prototype)) await import('./boot/array-methods.ts');
}

// After everything else: filling the offline cache must not compete with the first screen for bandwidth.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const later = () => setTimeout(() => void startOfflineCopy(), 3000);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later);
}

// Without it the app works just the same, online.
async function startOfflineCopy(): Promise<void> {
  try {
    await (await import('./boot/offline-copy.ts')).registerWorker();
  } catch (error) {
    if (navigator.onLine) logProblem('No offline copy', error);
    else window.addEventListener('online', () => void startOfflineCopy(), { once: true });
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
  // In slices, so that a tap in between is handled immediately.
  startTransition(() => createRoot(root).render(app));
}
