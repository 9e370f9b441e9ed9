import { ToastContainer } from 'react-toastify/unstyled';
import { useText } from '../i18n/use-text.ts';
import './toast.css';

/** Top-right, on phones above the bottom bar. Closes after 3000 ms; the timer pauses on hover and while the window is hidden. */
export function ToastStack() {
  const t = useText();
  return (
    <ToastContainer
      position="top-right"
      autoClose={3000}
      hideProgressBar
      // A tap leaves a phone in the hover state.
      pauseOnHover={window.matchMedia('(hover: hover)').matches}
      pauseOnFocusLoss
      newestOnTop
      // No more than can be read; the next one shows when one has closed.
      limit={2}
      closeOnClick
      icon={false}
      aria-label={t('toasts.label')}
    />
  );
}
