import { ToastContainer } from 'react-toastify/unstyled';
import { useText } from '../i18n/use-text.ts';
import './toast.css';

/** Spec section 2: top-right, closed after 3000 ms; waits under the pointer and while the window is away. */
export function ToastStack() {
  const t = useText();
  return (
    <ToastContainer
      position="top-right"
      autoClose={3000}
      hideProgressBar
      // A tap leaves a phone hovering for good.
      pauseOnHover={window.matchMedia('(hover: hover)').matches}
      pauseOnFocusLoss
      newestOnTop
      // More than that nobody reads; the next comes when one has gone.
      limit={2}
      closeOnClick
      icon={false}
      aria-label={t('toasts.label')}
    />
  );
}
