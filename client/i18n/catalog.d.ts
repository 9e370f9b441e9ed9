declare module 'virtual:catalog/*' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}

declare module 'virtual:shared-names/hi' {
  export const names: Record<string, string>;
}
