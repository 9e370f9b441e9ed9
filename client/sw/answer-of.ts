const PATIENCE_MS = 2000;

/** Whether the page answers: one that is just loading, or where nobody is signed in, does not listen. */
export function answerOf(page: WindowClient, question: object): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    setTimeout(() => resolve(false), PATIENCE_MS);
    page.postMessage(question, [port2]);
  });
}
